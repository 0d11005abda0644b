// What is written outside of the windows overwrites itself, so a kernel must not read elements that it wrote elsewhere
// in the array; whoever asks for the family says that. Rounding is judged as in large cases outside of the sample of
// bounds.
#include "sparse_case.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <exception>
#include <limits>

#include "sparse_memory.hpp"

namespace kparity::parity {

using result::Verdict;

namespace {

/// The case with arrays of one period, of which the others are made.
CaseData periods_of(const spec::KernelSpec& spec, const generate::Case& drawn,
                    const std::vector<generate::ArrayPlan>& plan) {
  const generate::Generator generator(spec);
  CaseData data;
  data.drawn = drawn;
  data.plan = plan;
  data.inputs.resize(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    generate::ArrayPlan& array = data.plan[i];
    array.elements = std::min<std::uint64_t>(array.elements, sparse_period / size_of(array.dtype));
    array.shape = {static_cast<std::int64_t>(array.elements)};
    if (!array.is_input) continue;
    data.inputs[i].resize(array.elements * size_of(array.dtype));
    generator.fill(drawn, array, data.inputs[i]);
  }
  return data;
}

/// One implementation with the memory that it worked on.
struct Side {
  Side(const std::vector<generate::ArrayPlan>& plan, emulate::DeviceMemory* device) : memory(plan, device) {}
  SparseMemory memory;
  Workspace workspace{0};
};

void prepare(const spec::KernelSpec& spec, const CaseData& periods, Side& side) {
  side.workspace.prepare(spec, periods, poison_a);
  for (std::size_t i = 0; i < periods.plan.size(); ++i) {
    side.memory.fill(i, side.workspace.array(i));
    side.workspace.point_at(i, side.memory.address(i));
  }
}

CaseResult call(const Subject& subject, const CaseData& periods, Side& side) {
  const unsigned long long calls_before = subject.calls ? subject.calls() : 0;
  if (subject.set_order) subject.set_order(false);
  std::optional<RunFinding> found;
  try {
    found = subject.run_in_place(periods.drawn.instantiation, side.workspace);
  } catch (...) {
    return red_by_exception(subject, std::current_exception());
  }
  if (subject.calls && subject.calls() != calls_before + 1)
    return red(Verdict::broken, fmt::format("the implementation under test did not run: '{}'", subject.name));
  if (found) {
    CaseResult result = red(found->verdict, fmt::format("'{}': {}", subject.name, found->reason));
    result.details = std::move(found->details);
    result.launch_place = found->launch_place;
    return result;
  }
  for (std::size_t i = 0; i < periods.plan.size(); ++i) {
    const auto& array = periods.plan[i];
    if (array.is_output || array.is_scratch || periods.inputs[i].empty()) continue;
    if (!side.memory.holds(i, periods.inputs[i]))
      return red(Verdict::fail, fmt::format("'{}' changed its input '{}'; only declared outputs may be written",
                                            subject.name, array.name));
  }
  return {};
}

/// Sums over a sparse array would need bounds, for which it is too long; indices and counts do not.
bool is_judged(const spec::OutputSpec& output, const generate::ArrayPlan& array, bool is_sparse) {
  return array.is_output && !array.is_scratch && array.elements > 0 && output.comparison.kind == spec::elementwise &&
         output.defined.kind == spec::Defined::Kind::all && (is_sparse || !is_floating(array.dtype));
}

void move_to(result::Mismatch& mismatch, std::uint64_t first, const std::vector<std::int64_t>& shape) {
  mismatch.index += first;
  mismatch.position.clear();
  if (shape.size() < 2) return;
  mismatch.position.resize(shape.size());
  std::uint64_t rest = mismatch.index;
  for (std::size_t axis = shape.size(); axis-- > 0; rest /= static_cast<std::uint64_t>(shape[axis]))
    mismatch.position[axis] = static_cast<std::int64_t>(rest % static_cast<std::uint64_t>(shape[axis]));
}

struct Judged {
  const spec::KernelSpec& spec;
  const generate::Case& drawn;
  const std::vector<generate::ArrayPlan>& plan;
  const CaseData& periods;
  const Side &expected, &actual;
};

void compare_window(const Judged& judged, std::size_t i, const spec::OutputSpec& output, const SparseWindow& window,
                    CaseResult& result) {
  const auto expected = judged.expected.memory.window(i, window), actual = judged.actual.memory.window(i, window);
  const DType dtype = judged.plan[i].dtype;
  result.compared += window.elements;
  if (std::memcmp(expected.data(), actual.data(), expected.size()) == 0) return;
  const double longest = static_cast<double>(judged.plan[i].elements);
  const bool is_derived = output.tolerance.form.kind == spec::auto_form && is_floating(dtype);
  if (is_derived && compare::nearly_equal(dtype, expected, actual, 16 + std::sqrt(longest))) return;
  compare::Context context;
  context.values = [&](std::string_view name) {
    return generate::evaluate(judged.spec, judged.drawn, Expression(std::string(name)));
  };
  const std::array<std::byte, 1> poison{std::byte{poison_a.byte}};
  if (!judged.plan[i].is_input) context.poisons.emplace_back(poison);
  auto comparison =
      compare::compare(output, dtype, {static_cast<std::int64_t>(window.elements)}, expected, actual, context);
  if (comparison.agrees()) return;
  comparison.shape = judged.plan[i].shape;
  comparison.pattern.clear();  // it speaks of the window
  if (comparison.first) move_to(*comparison.first, window.first, comparison.shape);
  if (comparison.worst) move_to(*comparison.worst, window.first, comparison.shape);
  if (result.verdict == Verdict::pass)
    result.reason = fmt::format("{}: {} of {} elements from [{}] on differ from reference", output.name,
                                comparison.mismatches, window.elements, window.first);
  result.verdict = Verdict::fail;
  result.comparisons.push_back(std::move(comparison));
}

CaseResult compare_windows(const Judged& judged) {
  CaseResult result;
  result.rules.resize(judged.spec.outputs.size());
  for (std::size_t i = 0; i < judged.plan.size(); ++i) {
    const spec::OutputSpec* const output = spec::find_output(judged.spec, judged.plan[i].name);
    if (output == nullptr || !is_judged(*output, judged.plan[i], judged.expected.memory.is_sparse(i))) continue;
    result.rules[static_cast<std::size_t>(output - judged.spec.outputs.data())].changed =
        !judged.expected.memory.holds(i, judged.expected.workspace.array(i));
    for (const SparseWindow& window : judged.expected.memory.windows(i)) {
      compare_window(judged, i, *output, window, result);
      if (result.verdict != Verdict::pass) return result;  // one window is enough to read
    }
  }
  return result;
}

}  // namespace

CaseResult run_sparse_case(const spec::KernelSpec& spec, const generate::Case& drawn, const Subject& reference,
                           const Subject& subject, const std::function<void(const char*)>& about_to_call) {
  if (!reference.run_in_place || !subject.run_in_place) {
    CaseResult outside;
    outside.outside = true;
    return outside;
  }
  try {
    const auto plan = generate::plan(spec, drawn, std::numeric_limits<std::uint64_t>::max());
    const CaseData periods = periods_of(spec, drawn, plan);
    Side expected(plan, reference.memory), actual(plan, subject.memory);
    for (const auto& [who, side] : {std::pair(&reference, &expected), std::pair(&subject, &actual)}) {
      prepare(spec, periods, *side);
      if (about_to_call) about_to_call(who->name.c_str());
      if (auto found = call(*who, periods, *side); found.verdict != Verdict::pass) return found;
    }
    return compare_windows({spec, drawn, plan, periods, expected, actual});
  } catch (const InvalidArgument& refused) {
    return red(Verdict::broken, refused.what());
  }
}

}  // namespace kparity::parity
