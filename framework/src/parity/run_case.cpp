// The order matters: memory findings (guards, changed inputs) come before numbers, because a kernel that writes where
// it must not is wrong even if the numbers agree.
#include "run_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <functional>
#include <string_view>
#include <typeinfo>
#include <utility>

#include "kparity/compile/bound_file.hpp"
#include "kparity/spec/folder.hpp"
#include "sparse_case.hpp"
#include "what_happened.hpp"

namespace kparity::parity {

using result::Verdict;

namespace {

/// Bounds are derived for every case that needs them and has at most so many elements in all its arrays; of larger ones
/// where differences are large (docs/tolerances.md). In a sample they are always derived.
constexpr std::uint64_t elements_of_a_small_case = 2048;
constexpr std::uint64_t one_small_case_in = 8, one_large_case_in = 64;
/// Properties are checked in other small cases than those that bounds are always derived for.
constexpr std::uint64_t sample_of_properties = 1;
/// One call of the reference; a property takes several, each with bounds.
constexpr double longest_call_for_a_property = .01;

bool is_difference(Verdict verdict) {
  return verdict == Verdict::fail || verdict == Verdict::suspect;
}

/// Options of the device compiler that make it take subnormal numbers for zero.
bool flushes_subnormals(const std::vector<std::string>& options) {
  return std::ranges::any_of(options, [](const std::string& option) {
    return option.ends_with("-use_fast_math") || option.ends_with("-ftz=true");
  });
}

/// Whether an output is compared element by element, which needs nothing but both arrays.
bool is_plain(const spec::OutputSpec& output) {
  return output.comparison.kind == spec::elementwise && output.defined.kind == spec::Defined::Kind::all;
}

/// Of two runs of one case.
void take_larger(CaseResult& to, const CaseResult& from) {
  to.used = std::max(to.used, from.used);
  for (std::size_t i = 0; i < to.rules.size() && i < from.rules.size(); ++i) {
    if (to.rules[i].text.empty()) to.rules[i].text = from.rules[i].text;
    to.rules[i].used = std::max(to.rules[i].used, from.rules[i].used);
    to.rules[i].asked |= from.rules[i].asked;
    to.rules[i].undecided |= from.rules[i].undecided;
    to.rules[i].changed |= from.rules[i].changed;
  }
}

bool has_floating_input(const CaseData& data) {
  return std::ranges::any_of(
      data.plan, [](const generate::ArrayPlan& array) { return array.is_input && is_floating(array.dtype); });
}

/// Special values and shared memory: what holds of a kernel in ordinary cases need not hold there.
bool is_unusual(const CaseData& data) {
  return data.drawn.family == generate::special_family ||
         std::ranges::any_of(data.plan, [](const generate::ArrayPlan& array) { return array.shares.has_value(); });
}

/// Whether an output lies at the address of this array.
bool is_written_as_another(const Workspace& workspace, std::size_t array) {
  for (std::size_t i = 0; i < workspace.array_count(); ++i)
    if (workspace.shares(i) == array) return true;
  return false;
}

/// Whether a NaN or, where it is asked for, an infinity is among the elements.
template <class T>
bool has_forbidden(const spec::OutputSpec& output, std::span<const std::byte> bytes) {
  for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof value);
    if (std::isnan(value) && output.nan == spec::SpecialPolicy::forbid) return true;
    if (std::isinf(value) && output.inf == spec::SpecialPolicy::forbid) return true;
  }
  return false;
}

}  // namespace

CaseResult red(Verdict verdict, std::string reason) {
  CaseResult result;
  result.verdict = verdict;
  result.reason = std::move(reason);
  return result;
}

CaseResult red_by_exception(const Subject& subject, const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const InvalidArgument& refused) {
    return red(subject.name == cuda_name ? Verdict::limit : Verdict::crashed,
               fmt::format("'{}': {}", subject.name, refused.what()));
  } catch (...) {
    return red(Verdict::crashed, fmt::format("'{}' threw {}", subject.name, what_happened(exception)));
  }
}

CaseRunner::CaseRunner(const spec::KernelSpec& spec, Subject reference, Subject subject,
                       std::function<void(const char*)> about_to_call, Derivation derivation, Comparators comparators)
    : spec_(spec),
      generator_(spec),
      reference_subject_(std::move(reference)),
      subject_(std::move(subject)),
      about_to_call_(std::move(about_to_call)),
      derivation_(std::move(derivation)),
      comparators_(std::move(comparators)),
      influence_(spec),
      discrimination_(spec) {}

std::optional<CaseResult> CaseRunner::prepare(const generate::Case& drawn) {
  returned_.clear();
  before_.clear();
  unwritten_.reset();
  is_derived_ = false;
  try {
    generate_case(generator_, drawn, data_, limit_bytes_);
  } catch (const InvalidArgument& refused) {
    return red(Verdict::broken, refused.what());
  }
  return std::nullopt;
}

CaseResult CaseRunner::examine_comparators(const generate::Case& drawn, ComparatorExam& exam) {
  if (auto refused = prepare(drawn)) return *refused;
  if (auto found = call(reference_subject_, reference_, poison_a); found.verdict != Verdict::pass) return found;
  for (std::size_t i = 0; i < data_.plan.size(); ++i) {
    const auto& array = data_.plan[i];
    if (!array.is_output || array.is_scratch) continue;
    const compare::Context context = context_for(i, reference_, poison_a);
    if (context.custom == nullptr) continue;
    about_to_compare(context);
    try {
      if (auto fault = exam.fault_in(output_number(i), array, reference_.array(i), context); !fault.empty())
        return red(Verdict::broken, fault);
    } catch (const ComparatorFailure& failure) {
      return red(Verdict::broken, failure.what());
    }
  }
  return {};
}

CaseResult CaseRunner::run(const generate::Case& drawn) {
  if (drawn.family == sparse_family) {
    returned_.clear();
    return run_sparse_case(spec_, drawn, reference_subject_, subject_, about_to_call_);
  }
  const auto calls = generator_.calls(drawn);
  if (calls.size() > 1) return judge_calls(calls);
  if (auto refused = prepare(drawn)) return *refused;
  return judge();
}

CaseResult CaseRunner::run_once(const generate::Case& drawn, bool reversed) {
  if (const auto calls = generator_.calls(drawn); calls.size() > 1) return judge_calls(calls);
  if (auto refused = prepare(drawn)) return *refused;
  if (auto found = call(reference_subject_, reference_, poison_a); found.verdict != Verdict::pass) return found;
  const Poison poison = reversed ? poison_b : poison_a;
  Workspace& workspace = reversed ? second_ : first_;
  if (auto found = call(subject_, workspace, poison, {.reversed = reversed}); found.verdict != Verdict::pass)
    return found;
  returned_.push_back(&workspace);
  if (unwritten_) return *unwritten_;
  return compare_outputs(workspace, poison);
}

std::uint64_t CaseRunner::fingerprint() const {
  std::uint64_t all = 0;
  for (const Workspace* workspace : returned_) {
    for (std::size_t i = 0; i < data_.plan.size(); ++i) {
      if (!data_.plan[i].is_output || data_.plan[i].is_scratch) continue;
      const auto bytes = workspace->array(i);
      const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      all = (all ^ std::hash<std::string_view>()(text)) * 0x9e3779b97f4a7c15U + 1;
    }
  }
  return all;
}

CaseResult CaseRunner::judge() {
  const auto start = std::chrono::steady_clock::now();
  if (auto found = call(reference_subject_, reference_, poison_a); found.verdict != Verdict::pass) return found;
  reference_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (is_outside_domain()) {
    CaseResult outside;
    outside.outside = true;
    return outside;
  }
  if (auto found = call(subject_, first_, poison_a); found.verdict != Verdict::pass) return found;
  returned_.push_back(&first_);
  auto judged = compare_outputs(first_, poison_a);
  if (judged.verdict != Verdict::pass && unwritten_) return *unwritten_;
  if (is_difference(judged.verdict)) judged.likely = likely_order(0, poison_a, false);
  if (judged.verdict != Verdict::pass) {
    judged.launch_place = {.descending = false};
    return judged;
  }
  if (auto found = call(subject_, second_, poison_b, {.reversed = true}); found.verdict != Verdict::pass) return found;
  returned_.push_back(&second_);
  if (auto found = compare_outputs(second_, poison_b); found.verdict != Verdict::pass) {
    if (unwritten_) return *unwritten_;
    if (is_difference(found.verdict)) found.likely = likely_order(16, poison_b, true);
    found.launch_place = {.descending = true};
    return found;
  } else {
    take_larger(judged, found);
  }
  if (auto found = compare_runs(); found.verdict != Verdict::pass) return unwritten_.value_or(found);
  if (unwritten_) {
    judged = judge_unwritten(std::move(judged));
    if (judged.verdict != Verdict::pass) return judged;
  }
  if (is_unusual(data_)) return judged;
  if (auto found = check_properties(judged); found.verdict != Verdict::pass) return found;
  if (influence_.is_open(data_)) {
    if (about_to_call_) about_to_call_(reference_subject_.name.c_str());
    influence_.look(data_, reference_subject_, reference_);
  }
  return judged;
}

CaseResult CaseRunner::judge_unwritten(CaseResult judged) {
  const CaseResult finding = *unwritten_;
  Workspace third{0};
  constexpr Poison zeros{0};
  if (call(subject_, third, zeros).verdict != Verdict::pass) return finding;
  if (compare_outputs(third, zeros).verdict != Verdict::pass || !same_outputs(third, first_)) return finding;
  judged.harmless = finding.reason;
  return judged;
}

CaseResult CaseRunner::judge_calls(const std::vector<generate::Case>& calls) {
  CaseResult all;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (auto refused = prepare(calls[i])) return *refused;
    for (std::size_t array = 0; i > 0 && array < data_.plan.size(); ++array)
      before_.emplace_back(first_.array(array).begin(), first_.array(array).end());
    CaseResult one = judge_call();
    if (one.verdict != Verdict::pass) {
      one.reason = fmt::format("in call {} of {}: {}", i + 1, calls.size(), one.reason);
      if (i > 0 && is_difference(one.verdict))
        one.likely = "what an earlier call left is used: a result or a flag that is kept, or scratch that is not reset";
      return one;
    }
    take_larger(one, all);
    one.compared += all.compared;
    all = std::move(one);
  }
  return all;
}

CaseResult CaseRunner::judge_call() {
  const auto start = std::chrono::steady_clock::now();
  if (auto found = call(reference_subject_, reference_, poison_a); found.verdict != Verdict::pass) return found;
  reference_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (auto found = call(subject_, first_, poison_a, {.kept = !before_.empty()}); found.verdict != Verdict::pass)
    return found;
  returned_.push_back(&first_);
  CaseResult judged = compare_outputs(first_, poison_a);
  if (judged.verdict != Verdict::pass && unwritten_) return *unwritten_;
  if (judged.verdict != Verdict::pass) judged.launch_place = {.descending = false};
  return judged;
}

CaseResult CaseRunner::call(const Subject& subject, const CaseData& data, Workspace& workspace, Poison poison,
                            CallOptions how) {
  const bool reversed = how.reversed;
  workspace.prepare(spec_, data, poison, {.shared = &subject == &subject_, .kept = how.kept});
  const unsigned long long calls_before = subject.calls ? subject.calls() : 0;
  const unsigned long long others_before = subject.calls_of_others ? subject.calls_of_others() : 0;
  if (about_to_call_) about_to_call_(subject.name.c_str());
  // The order of threads goes with the alignment, so that two runs of a case try two orders.
  if (subject.set_order) subject.set_order(reversed);
  std::optional<RunFinding> found;
  try {
    found = subject.run(data.drawn.instantiation, workspace);
  } catch (const DeviceLost&) {
    throw;  // nothing more can run in this process
  } catch (...) {
    return red_by_exception(subject, std::current_exception());
  }
  if (subject.calls && subject.calls() != calls_before + 1)
    return red(Verdict::broken,
               fmt::format("the implementation under test did not run: '{}' was called once, its file saw {} calls",
                           subject.name, subject.calls() - calls_before));
  if (subject.calls_of_others && subject.calls_of_others() != others_before)
    return red(Verdict::broken, fmt::format("the implementation under test did not run alone: while '{}' was called, a "
                                            "host implementation of the kernel ran, too",
                                            subject.name));
  if (found) {
    CaseResult result = red(found->verdict, fmt::format("'{}': {}", subject.name, found->reason));
    result.details = std::move(found->details);
    result.launch_place = found->launch_place;
    if (result.launch_place) result.launch_place->descending = reversed;
    if (!found->only_unwritten_reads) return result;
    if (!unwritten_) unwritten_ = std::move(result);
  }
  return inspect(subject.name, data, workspace);
}

CaseResult CaseRunner::inspect(const std::string& who, const CaseData& data, const Workspace& workspace) const {
  if (const auto hit = workspace.find_guard_hit()) {
    const auto& array = data.plan[hit->array];
    const auto width = static_cast<std::int64_t>(size_of(array.dtype));
    const bool past = hit->bytes_past_end > 0;
    const auto element = past ? static_cast<std::int64_t>(array.elements) + (hit->bytes_past_end - 1) / width
                              : -((hit->bytes_before_begin + width - 1) / width);
    return red(Verdict::bounds,
               fmt::format("'{}' wrote {} '{}': element [{}] of an array of {}", who,
                           past ? "past the end of" : "in front of", array.name, element, array.elements));
  }
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    const auto& array = data.plan[i];
    if (array.is_output || array.is_scratch || data.inputs[i].empty()) continue;
    if (is_written_as_another(workspace, i)) continue;
    const auto now = workspace.array(i);
    if (std::memcmp(now.data(), data.inputs[i].data(), now.size()) == 0) continue;
    const auto width = size_of(array.dtype);
    std::size_t element = 0;
    while (std::memcmp(now.data() + element * width, data.inputs[i].data() + element * width, width) == 0) ++element;
    return red(Verdict::fail, fmt::format("'{}' changed its input '{}' at [{}]; only declared outputs may be written",
                                          who, array.name, element));
  }
  return {};
}

bool CaseRunner::is_outside_domain() const {
  if (data_.drawn.family != generate::special_family) return false;
  for (std::size_t i = 0; i < data_.plan.size(); ++i) {
    const auto& array = data_.plan[i];
    if (!array.is_output || array.is_scratch) continue;
    const auto& output = *spec::find_output(spec_, array.name);
    const auto bytes = reference_.array(i);
    if (array.dtype == DType::float32 && has_forbidden<float>(output, bytes)) return true;
    if (array.dtype == DType::float64 && has_forbidden<double>(output, bytes)) return true;
  }
  return false;
}

void CaseRunner::about_to_compare(const compare::Context& context) {
  if (context.custom == nullptr || !about_to_call_) return;
  about_to_call_((spec_.kernel + std::string(spec::comparators_ending)).c_str());
}

std::size_t CaseRunner::output_number(std::size_t array) const {
  return static_cast<std::size_t>(spec::find_output(spec_, data_.plan[array].name) - spec_.outputs.data());
}

bool CaseRunner::is_small() const {
  std::uint64_t elements = 0;
  for (const auto& each : data_.plan) elements += each.elements;
  return elements <= elements_of_a_small_case;
}

bool CaseRunner::is_in_sample() const {
  return data_.drawn.seed % (is_small() ? one_small_case_in : one_large_case_in) == 0;
}

bool CaseRunner::flushes_subnormals_of_subject() const {
  return subject_.name == cuda_name ? flushes_subnormals(spec_.cuda_options) : flushes_subnormals_here();
}

const compare::Derived& CaseRunner::derived(std::size_t array) {
  if (!is_derived_) {
    if (about_to_call_) about_to_call_(reference_subject_.name.c_str());
    derivation_.derive(spec_, data_,
                       {reference_subject_, reference_, reference_seconds_, flushes_subnormals_of_subject()});
    is_derived_ = true;
  }
  return derivation_.of(array);
}

bool CaseRunner::needs_bounds(std::size_t array, const Workspace& actual) const {
  if (is_small() || is_in_sample() || data_.drawn.family == generate::exact_family) return true;
  std::uint64_t longest = 0;  // array that may have been summed
  for (const auto& each : data_.plan)
    if (each.is_input) longest = std::max(longest, each.elements);
  return !compare::nearly_equal(data_.plan[array].dtype, reference_.array(array), actual.array(array),
                                16 + std::sqrt(static_cast<double>(longest)));
}

std::optional<bool> CaseRunner::agrees_on_a_branch(std::size_t array, const Workspace& actual,
                                                   const compare::Context& context) {
  const auto& plan = data_.plan[array];
  const auto& output = *spec::find_output(spec_, plan.name);
  if (!is_plain(output) || !is_small()) return std::nullopt;
  if (context.derived->branches.empty()) {
    if (about_to_call_) about_to_call_(reference_subject_.name.c_str());
    const bool followed = derivation_.follow_branches(
        spec_, data_, {reference_subject_, reference_, reference_seconds_, flushes_subnormals_of_subject()});
    if (!followed) return std::nullopt;
  }
  return compare::agrees_on_branches(output, plan.dtype, reference_.array(array), actual.array(array), context);
}

void CaseRunner::compare_output(std::size_t i, const Workspace& actual, Poison poison, CaseResult& judged) {
  const auto& array = data_.plan[i];
  const auto& output = *spec::find_output(spec_, array.name);
  const auto expected = reference_.array(i);
  const auto got = actual.array(i);
  RuleUse& rule = judged.rules[output_number(i)];
  const bool is_derived = output.tolerance.form.kind == spec::auto_form,
             has_bounds = is_derived && is_floating(array.dtype);
  const compare::Derived* bounds = nullptr;
  if (has_bounds && array.elements > 0 && is_in_sample()) {
    bounds = &derived(i);
    rule.looked_at = true;
    rule.swallowed = !defined(i) && compare::swallows_output(array.dtype, expected, bounds->allowances);
  }
  // Equal outputs agree under any bounds, and equality needs to know nothing of the case.
  compare::Context context;
  if (!is_derived || !is_plain(output)) context = context_for(i, actual, poison);
  context.derived = bounds;
  about_to_compare(context);
  bool agrees = compare::agrees(output, array.dtype, array.shape, expected, got, rule.used, context);
  if (!agrees && bounds == nullptr && (has_bounds || (is_derived && derivation_.follows_bounds()))) {
    if (has_bounds && !needs_bounds(i, actual)) {
      rule.used = 0;
      return;
    }
    context.derived = bounds = &derived(i);
    agrees = compare::agrees(output, array.dtype, array.shape, expected, got, rule.used, context);
  }
  const std::size_t number = output_number(i);
  if ((!has_bounds || rule.looked_at) && discrimination_.is_open(number) && is_small() && !is_unusual(data_))
    discrimination_.look(number, array, expected, context);
  rule.asked = !has_bounds || bounds != nullptr;
  judged.used = std::max(judged.used, rule.used);
  if (bounds != nullptr) rule.text = has_bounds ? "auto, " + bounds->origin : "exact";
  if (agrees) return;
  if (bounds != nullptr && bounds->close_decisions > 0) {
    const auto on_a_branch = agrees_on_a_branch(i, actual, context);
    rule.undecided = !on_a_branch;
    if (on_a_branch.value_or(true)) {
      rule.used = 0;
      return;
    }
  }
  if (is_derived && !has_bounds && data_.drawn.family == generate::special_family && !derivation_.follows_bounds() &&
      has_floating_input(data_)) {
    rule.undecided = true;  // a special value may lie where the kernel decides, and nobody knows how close
    return;
  }
  context = context_for(i, actual, poison);
  context.derived = bounds;
  judged.comparisons.push_back(compare::compare(output, array.dtype, array.shape, expected, got, context));
  judged.verdict = Verdict::fail;
}

CaseResult CaseRunner::compare_outputs(const Workspace& actual, Poison poison) {
  CaseResult judged;
  judged.rules.resize(spec_.outputs.size());
  for (std::size_t i = 0; i < data_.plan.size(); ++i) {
    const auto& array = data_.plan[i];
    if (!array.is_output || array.is_scratch) continue;
    judged.compared += array.elements;
    judged.rules[output_number(i)].changed =
        data_.inputs[i].empty()
            ? array.elements > 0
            : std::memcmp(reference_.array(i).data(), data_.inputs[i].data(), data_.inputs[i].size()) != 0;
    try {
      compare_output(i, actual, poison, judged);
    } catch (const ComparatorFailure& failure) {
      return red(Verdict::broken, failure.what());
    }
  }
  if (judged.verdict == Verdict::pass) return judged;
  if (auto found = unwritten_reference()) return *found;
  if (std::ranges::all_of(judged.comparisons, &result::Comparison::is_suspect)) judged.verdict = Verdict::suspect;
  judged.reason = summary_of(judged.comparisons);
  const auto may_be_suspect = [&](const result::Comparison& comparison) {
    return spec::find_output(spec_, comparison.output)->tolerance.suspect_passes;
  };
  if (judged.verdict == Verdict::suspect && std::ranges::all_of(judged.comparisons, may_be_suspect)) {
    judged.verdict = Verdict::pass;
    judged.suspects = std::exchange(judged.reason, "");
    judged.comparisons.clear();
  }
  return judged;
}

std::optional<CaseResult> CaseRunner::unwritten_reference() {
  Workspace other{0};
  if (auto found = call(reference_subject_, other, poison_b); found.verdict != Verdict::pass) return found;
  for (std::size_t i = 0; i < data_.plan.size(); ++i) {
    const auto& array = data_.plan[i];
    if (!array.is_output || array.is_scratch || array.is_input) continue;
    const auto width = size_of(array.dtype);
    const auto meant = defined(i);
    const std::uint64_t count = meant ? meant->size() : array.elements;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint64_t element = meant ? (*meant)[k] : k;
      if (all_bytes_are(reference_.array(i).subspan(element * width, width), poison_a.byte) &&
          all_bytes_are(other.array(i).subspan(element * width, width), poison_b.byte))
        return red(Verdict::vacuous,
                   fmt::format("the reference does not write {}[{}], so there is nothing to compare with", array.name,
                               element));
    }
  }
  return std::nullopt;
}

std::string CaseRunner::likely_order(std::size_t misalignment, Poison poison, bool reversed) {
  if (!subject_.set_order) return "";
  Workspace again{misalignment};
  if (call(subject_, again, poison, {.reversed = !reversed}).verdict != Verdict::pass) return "";
  if (compare_outputs(again, poison).verdict != Verdict::pass) return "";
  return fmt::format("it is right when threads run in {} order: a barrier or an atomic between them is missing",
                     reversed ? "ascending" : "descending");
}

/// Of two runs with the same poison.
const char* CaseRunner::cause_of_other_bits() {
  if (subject_.set_order) {
    Workspace fourth{0};
    call(subject_, fourth, poison_a, {.reversed = true});
    if (!same_outputs(fourth, first_)) return "when its threads run in the reverse order, which no device promises";
    return "when its arrays lie at another address";
  }
  return "when its arrays lie at another address (16 instead of 64-byte alignment)";
}

bool CaseRunner::same_outputs(const Workspace& one, const Workspace& other) const {
  for (std::size_t i = 0; i < data_.plan.size(); ++i) {
    const auto& array = data_.plan[i];
    if (!array.is_output || array.is_scratch) continue;
    if (!spec::find_output(spec_, array.name)->run_to_run) continue;
    const auto left = one.array(i), right = other.array(i);
    if (const auto meant = defined(i)) {
      const auto width = size_of(array.dtype);
      const auto differs = [&](std::uint64_t element) {
        return std::memcmp(left.data() + element * width, right.data() + element * width, width) != 0;
      };
      if (std::ranges::any_of(*meant, differs)) return false;
    } else if (!left.empty() && std::memcmp(left.data(), right.data(), left.size()) != 0) {
      return false;
    }
  }
  return true;
}

compare::Values CaseRunner::values_of(const CaseData& data) const {
  return [this, &data](std::string_view name) {
    return generate::evaluate(spec_, data.drawn, Expression(std::string(name)));
  };
}

compare::Context CaseRunner::context_for(std::size_t array, const Workspace& actual, Poison poison) const {
  compare::Context context = context_of(data_, array, poison);
  context.values = values_of(data_);
  context.custom = comparators_.of(data_.drawn.instantiation, output_number(array));
  if (!before_.empty() && !data_.plan[array].is_input) {  // it holds what the call before left there
    context.initial = before_[array];
    context.poisons.clear();
  }
  for (std::size_t i = 0; i < data_.plan.size(); ++i)
    if (i != array && data_.plan[i].is_output && !data_.plan[i].is_scratch)
      context.outputs.push_back({data_.plan[i].name, data_.plan[i].dtype, reference_.array(i), actual.array(i)});
  return context;
}

std::optional<std::vector<std::uint64_t>> CaseRunner::defined(std::size_t array) const {
  const auto& output = *spec::find_output(spec_, data_.plan[array].name);
  if (output.defined.kind == spec::Defined::Kind::all) return std::nullopt;
  return compare::defined_elements(output, data_.plan[array].elements, context_for(array, reference_, poison_a));
}

CaseResult CaseRunner::compare_runs() {
  if (same_outputs(first_, second_)) return {};
  // The two runs differ in poison, in alignment and, if it can be chosen, in the order of threads. A third one that has
  // the poison of the first tells the causes apart, and a fourth the last two.
  Workspace third{16};
  if (auto found = call(subject_, third, poison_a, {.reversed = true}); found.verdict != Verdict::pass) return found;
  if (same_outputs(third, first_))
    return red(Verdict::uninitialised,
               fmt::format("'{}' gives another result when memory it did not write holds other values", subject_.name));
  const char* cause = same_outputs(third, second_) ? cause_of_other_bits() : "from run to run";
  return red(Verdict::nondeterministic,
             fmt::format("'{}' gives different bits {}; if that is intended, say `determinism: none` for the output",
                         subject_.name, cause));
}

std::optional<Evaluation> CaseRunner::evaluate(const Subject& subject, const CaseData& data, CaseResult& failure) {
  if (failure = call(subject, data, changed_, poison_a, {}); failure.verdict != Verdict::pass) return std::nullopt;
  const bool derives = compile::has_derived_tolerance(spec_);
  if (derives) {  // bounds belong to a result of the reference; nothing else is taken from it
    Workspace expected{0};
    if (failure = call(reference_subject_, data, expected, poison_a, {}); failure.verdict != Verdict::pass)
      return std::nullopt;
    is_derived_ = false;
    derivation_.derive(spec_, data, {reference_subject_, expected, 0, flushes_subnormals_of_subject()});
  }
  Evaluation evaluation;
  evaluation.values.resize(data.plan.size());
  evaluation.rooms.resize(data.plan.size());
  for (const std::size_t i : compared_arrays(data)) {
    const auto& output = *spec::find_output(spec_, data.plan[i].name);
    if (output.defined.kind != spec::Defined::Kind::all || output.tolerance.form.kind == spec::custom_form) continue;
    compare::Context context = context_of(data, i, poison_a);
    context.values = values_of(data);
    const bool is_derived = derives && output.tolerance.form.kind == spec::auto_form;
    if (is_derived) context.derived = &derivation_.of(i);
    if (is_derived && context.derived->close_decisions > 0) return std::nullopt;
    evaluation.values[i] = numbers_of(data.plan[i], changed_.array(i));
    evaluation.rooms[i] = compare::rooms(output, data.plan[i].dtype, changed_.array(i), context);
  }
  return evaluation;
}

std::string CaseRunner::broken_property(const Trial& trial, const Subject& subject, CaseResult& failure,
                                        bool& looked_at) {
  std::vector<Evaluation> evaluations;
  for (const CaseData& data : trial.calls) {
    auto evaluation = evaluate(subject, data, failure);
    if (!evaluation) return "";
    evaluations.push_back(std::move(*evaluation));
  }
  looked_at = true;
  return broken_equation(trial, evaluations);
}

CaseResult CaseRunner::check_property(const spec::Property& property, bool& looked_at) {
  const auto trial = find_relation(property.kind).trial(spec_, property, data_);
  if (!trial) return {};
  CaseResult failure;
  const std::string broken = broken_property(*trial, subject_, failure, looked_at);
  if (failure.verdict != Verdict::pass) {
    failure.reason += fmt::format(", with inputs changed for the property '{}'", property.text);
    return failure;
  }
  if (broken.empty()) return {};
  CaseResult found = red(Verdict::fail, fmt::format("the property '{}' does not hold: {}", property.text, broken));
  bool of_reference = false;
  if (!broken_property(*trial, reference_subject_, failure, of_reference).empty())
    found.likely = "the reference does not have this property either: both sides share a fault, or the spec is wrong";
  return found;
}

CaseResult CaseRunner::check_properties(CaseResult& judged) {
  judged.properties.assign(spec_.properties.size(), false);
  const bool in_sample = is_small() && data_.drawn.seed % one_small_case_in == sample_of_properties;
  if (!in_sample || judged.compared == 0 || reference_seconds_ > longest_call_for_a_property) return {};
  for (std::size_t i = 0; i < spec_.properties.size(); ++i) {
    bool looked_at = false;
    auto found = check_property(spec_.properties[i], looked_at);
    if (found.verdict != Verdict::pass) return found;
    judged.properties[i] = looked_at;
  }
  return {};
}

}  // namespace kparity::parity
