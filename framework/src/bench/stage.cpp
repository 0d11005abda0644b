// Judges with the functions of the compare stage, by the spec's own rules, exactly as a check does.
#include "stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <span>
#include <type_traits>

#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "random.hpp"

namespace kparity::bench {

namespace {

std::uint64_t bytes_of(const generate::ArrayPlan& array) {
  return array.elements * size_of(array.dtype);
}

/// The entry behind the counter, if there is one: what is timed is then also what is counted.
Entry entry_of(const LoadedHost& host, std::size_t instantiation) {
  return host.witnessed.empty() ? host.entries.at(instantiation) : host.witnessed.at(instantiation);
}

/// The largest magnitude among floating-point elements; 0 for other types.
double largest_of(DType dtype, std::span<const std::byte> bytes) {
  if (!is_floating(dtype)) return 0;
  return visit_dtype(dtype, [&]<class T>(std::type_identity<T>) {
    double largest = 0;
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, bytes.data() + at, sizeof value);
      largest = std::max(largest, std::fabs(static_cast<double>(value)));
    }
    return largest;
  });
}

/// How many roundings of its largest value an output may be off: 16 + sqrt(n), as many as a sum over the longest input
/// collects, of values as large as the output or, where the sum cancels, as sqrt(n) times the largest input.
double roundings_of(const parity::CaseData& data, DType dtype, std::span<const std::byte> expected) {
  double longest = 0, largest_input = 0;
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    if (!data.plan[i].is_input) continue;
    longest = std::max(longest, static_cast<double>(data.plan[i].elements));
    largest_input = std::max(largest_input, largest_of(data.plan[i].dtype, data.inputs[i]));
  }
  const double roundings = 16 + std::sqrt(longest), largest = largest_of(dtype, expected);
  return largest > 0 ? roundings * std::max(1.0, std::sqrt(longest) * largest_input / largest) : roundings;
}

}  // namespace

std::string constant_input(const parity::CaseData& data) {
  constexpr std::size_t fewest_elements = 64;
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    const auto& array = data.plan[i];
    if (!array.is_input || array.is_scratch || !is_floating(array.dtype) || array.elements < fewest_elements) continue;
    const std::size_t size = size_of(array.dtype);
    const std::byte* const first = data.inputs[i].data();
    // The middle element of the sorted array is the value that more than half have; counting two candidates is enough
    // to find it without sorting (Boyer and Moore, 1981).
    const std::byte* candidate = first;
    std::size_t votes = 0, same = 0;
    const auto equal = [&](std::size_t element) { return std::memcmp(first + element * size, candidate, size) == 0; };
    for (std::size_t element = 0; element < array.elements; ++element) {
      if (votes == 0) candidate = first + element * size;
      votes = equal(element) ? votes + 1 : votes - 1;
    }
    for (std::size_t element = 0; element < array.elements; ++element) same += equal(element) ? 1 : 0;
    if (2 * same > array.elements) return array.name;
  }
  return "";
}

double footprint_of(const spec::KernelSpec& spec, const generate::Case& drawn) {
  double bytes = 0;
  for (const auto& array : generate::plan(spec, drawn, most_bytes_of_call))
    bytes += static_cast<double>(bytes_of(array));
  return bytes;
}

std::size_t seeds_for(double footprint, std::uint64_t memory) {
  return static_cast<double>(seeds_per_point) * footprint <= static_cast<double>(memory) ? seeds_per_point : 1;
}

std::size_t sets_for(double footprint, std::uint64_t last_level_cache, std::uint64_t memory) {
  const double each = std::max(footprint, 64.0);
  const double wanted = std::ceil(2 * static_cast<double>(last_level_cache) / each);
  const double fit = std::floor(static_cast<double>(memory) / each);
  const double sets = std::min({wanted, fit, static_cast<double>(most_sets)});
  return std::max(seeds_for(footprint, memory), static_cast<std::size_t>(std::max(sets, 0.0)));
}

Stage::Stage(const spec::KernelSpec& spec, const generate::Case& drawn, std::size_t sets, std::size_t seeds)
    : spec_(spec),
      comparators_(spec, parity::comparator_library(spec)),
      data_(seeds),
      expected_(seeds),
      sets_(std::max(sets, seeds)) {
  for (std::size_t i = 0; i < data_.size(); ++i) {
    generate::Case seeded = drawn;
    if (i > 0) seeded.seed = random_bits(drawn.seed, i);  // the first is the case that was verified before
    parity::generate_case(spec, seeded, data_[i], most_bytes_of_call);
  }
  for (std::size_t i = 0; i < sets_.size(); ++i) sets_[i].prepare(spec, data_of(i), parity::poison_a);
}

void Stage::expect(const LoadedHost& reference) {
  for (std::size_t i = 0; i < data_.size(); ++i) {
    expected_[i].prepare(spec_, data_[i], parity::poison_b);
    entry_of(reference, data_[i].drawn.instantiation)(expected_[i].arguments());
  }
}

std::string Stage::fault_of(const LoadedHost& host) {
  for (std::size_t i = 0; i < data_.size(); ++i) {
    sets_[i].prepare(spec_, data_of(i), parity::poison_a);
    const unsigned long long before = host.witness != nullptr ? *host.witness : 0;
    try {
      entry_of(host, data_[i].drawn.instantiation)(sets_[i].arguments());
    } catch (const std::exception& error) {
      return fmt::format("it threw: {}", error.what());
    } catch (...) {
      return "it threw something that is no std::exception";
    }
    if (host.witness != nullptr && *host.witness != before + 1)
      return fmt::format("the implementation did not run: called once, its file saw {} calls", *host.witness - before);
    std::string fault = fault_in(i);
    restore(i, true);
    if (!fault.empty()) return fault;
  }
  return "";
}

std::string Stage::fault_in(std::size_t set) const {
  return fault_in(sets_[set], set % data_.size());
}

std::string Stage::fault_in(const parity::Workspace& workspace, std::size_t seed) const {
  const auto& data = data_[seed];
  if (const auto hit = workspace.find_guard_hit())
    return fmt::format("it wrote outside of '{}'", data.plan[hit->array].name);
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    const auto& array = data.plan[i];
    if (array.is_scratch) continue;
    if (array.is_output) {
      if (auto fault = fault_in_outputs(workspace, seed, i); !fault.empty()) return fault;
    } else if (!data.inputs[i].empty() &&
               std::memcmp(workspace.array(i).data(), data.inputs[i].data(), data.inputs[i].size()) != 0) {
      return fmt::format("it changed its input '{}'", array.name);
    }
  }
  return "";
}

compare::Context Stage::context_of(const parity::Workspace& workspace, std::size_t seed, std::size_t array) const {
  const auto& data = data_[seed];
  compare::Context context;
  context.values = [this, &data](std::string_view name) {
    return generate::evaluate(spec_, data.drawn, Expression(std::string(name)));
  };
  const auto output = static_cast<std::size_t>(spec::find_output(spec_, data.plan[array].name) - spec_.outputs.data());
  context.custom = comparators_.of(data.drawn.instantiation, output);
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    const auto& plan = data.plan[i];
    if (i == array) continue;
    if (plan.is_input) context.inputs.push_back({plan.name, plan.dtype, data.inputs[i]});
    if (plan.is_output && !plan.is_scratch)
      context.outputs.push_back({plan.name, plan.dtype, expected_[seed].array(i), workspace.array(i)});
  }
  return context;
}

std::string Stage::fault_in_outputs(const parity::Workspace& workspace, std::size_t seed, std::size_t array) const {
  const auto& plan = data_[seed].plan[array];
  const auto& output = *spec::find_output(spec_, plan.name);
  const auto expected = expected_[seed].array(array);
  const auto got = workspace.array(array);
  // Where the tolerance is derived, which costs runs of the reference, the case was judged by it before; here a norm
  // decides.
  if (output.tolerance.form.kind == spec::auto_form && is_floating(plan.dtype)) {
    const double roundings = roundings_of(data_[seed], plan.dtype, expected);
    if (compare::nearly_equal(plan.dtype, expected, got, roundings)) return "";
    return fmt::format("{}: further from reference than {:.0f} roundings of its largest value", plan.name, roundings);
  }
  const compare::Context context = context_of(workspace, seed, array);
  double used = 0;
  if (compare::agrees(output, plan.dtype, plan.shape, expected, got, used, context)) return "";
  const auto comparison = compare::compare(output, plan.dtype, plan.shape, expected, got, context);
  if (!comparison.whole.empty()) return fmt::format("{}: {}", plan.name, comparison.whole);
  return fmt::format("{}: {} of {} elements differ from reference", plan.name, comparison.mismatches,
                     comparison.elements);
}

void Stage::restore(std::size_t set, bool poison) {
  const auto& data = data_of(set);
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    const auto array = sets_[set].array(i);
    if (array.empty()) continue;
    const bool is_written = data.plan[i].is_output || data.plan[i].is_scratch;
    if (data.plan[i].is_input && is_written) {
      if (!poison && !is_restored(i)) continue;
      std::memcpy(array.data(), data.inputs[i].data(), array.size());
    } else if (poison && is_written) {
      std::memset(array.data(), parity::poison_a.byte, array.size());
    }
  }
}

bool Stage::is_restored(std::size_t index) const {
  const auto& array = data_.front().plan[index];
  if (!array.is_input || !(array.is_output || array.is_scratch)) return false;
  if (!spec_.bench || !spec_.bench->restore || array.is_scratch) return true;
  return std::ranges::find(*spec_.bench->restore, array.name) != spec_.bench->restore->end();
}

bool Stage::works_in_place() const {
  for (std::size_t i = 0; i < data_.front().plan.size(); ++i)
    if (is_restored(i)) return true;
  return false;
}

Course Stage::course() {
  Course course;
  for (auto& set : sets_) course.sets.push_back(set.arguments());
  course.in_place = works_in_place();
  course.restore = [this](std::size_t set, bool poison) { restore(set, poison); };
  course.fault_in = [this](std::size_t, std::size_t set) { return fault_in(set); };
  return course;
}

}  // namespace kparity::bench
