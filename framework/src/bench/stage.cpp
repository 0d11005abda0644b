// Judges with the functions of the compare stage, by the spec's own rules, exactly as a check does.
#include "stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <mutex>
#include <span>

#include "array_facts.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/error.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/in_parallel.hpp"
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

/// A call of the reference beyond this is made for one seed only.
constexpr double longest_call_for_all_seeds = 0.25;

bool are_equal(std::span<const std::byte> left, std::span<const std::byte> right, std::size_t jobs) {
  std::atomic<bool> equal{true};
  in_shares(left.size(), jobs, parity::bytes_of_a_share, [&](std::size_t first, std::size_t last) {
    if (std::memcmp(left.data() + first, right.data() + first, last - first) != 0) equal = false;
  });
  return equal;
}

compare::Nearness nearness_of(DType dtype, std::span<const std::byte> expected, std::span<const std::byte> got,
                              std::size_t jobs) {
  compare::Nearness all;
  std::mutex mutex;
  in_shares(expected.size(), jobs, parity::bytes_of_a_share, [&](std::size_t first, std::size_t last) {
    const auto part = compare::nearness(dtype, expected.subspan(first, last - first), got.subspan(first, last - first));
    const std::scoped_lock lock(mutex);
    all.largest = std::max(all.largest, part.largest);
    all.difference = std::max(all.difference, part.difference);
    all.finite = all.finite && part.finite;
  });
  return all;
}

/// Of the inputs of a case.
struct InputSizes {
  double longest = 0, largest = 0;  // elements of an array; magnitude of a floating-point one
  std::uint64_t subnormals = 0;
};

InputSizes input_sizes(const parity::CaseData& data, std::size_t jobs) {
  InputSizes sizes;
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    if (!data.plan[i].is_input) continue;
    sizes.longest = std::max(sizes.longest, static_cast<double>(data.plan[i].elements));
    const ArrayFacts facts = facts_of(data.plan[i].dtype, data.inputs[i], jobs);
    sizes.largest = std::max(sizes.largest, facts.largest);
    sizes.subnormals += facts.subnormals;
  }
  return sizes;
}

/// How many roundings of its largest value an output may be off: 16 + sqrt(n), as many as a sum over the longest input
/// collects, of values as large as the output or, where the sum cancels, as sqrt(n) times the largest input.
double roundings_of(const InputSizes& inputs, double largest_output) {
  const double roundings = 16 + std::sqrt(inputs.longest);
  if (largest_output <= 0) return roundings;
  return roundings * std::max(1.0, std::sqrt(inputs.longest) * inputs.largest / largest_output);
}

}  // namespace

std::string constant_input(const parity::CaseData& data) {
  constexpr std::size_t fewest_elements = 64;
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    const auto& array = data.plan[i];
    if (!array.is_input || array.is_scratch || !is_floating(array.dtype) || array.elements < fewest_elements) continue;
    if (is_mostly_one_value(array.dtype, data.inputs[i])) return array.name;
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
      jobs_(allowed_processors()),
      comparators_(spec, parity::comparator_library(spec)),
      data_(seeds),
      expected_(seeds),
      sets_(std::max(sets, seeds)) {
  const generate::Generator generator(spec);
  for (std::size_t i = 0; i < data_.size(); ++i) {
    generate::Case seeded = drawn;
    if (i > 0) seeded.seed = random_bits(drawn.seed, i);  // the first is the case that was verified before
    parity::generate_case(generator, seeded, data_[i], most_bytes_of_call, jobs_);
  }
  prepare_sets(0);
}

/// Large arrays are touched first by as many threads as a team has, each at its share, as a loop over them works.
void Stage::prepare_sets(std::size_t first) {
  const auto prepare = [&](std::size_t set, std::size_t jobs) {
    sets_[set].prepare(spec_, data_of(set), parity::poison_a, {.jobs = jobs});
  };
  std::uint64_t bytes = 0;
  for (const auto& array : data_.front().plan) bytes += bytes_of(array);
  if (bytes >= 2 * parity::bytes_of_a_share) {
    for (std::size_t set = first; set < sets_.size(); ++set) prepare(set, jobs_);
    return;
  }
  std::vector<std::exception_ptr> failures(sets_.size());
  const std::size_t jobs = sets_.size() * bytes >= 2 * parity::bytes_of_a_share ? jobs_ : 1;
  in_parallel(sets_.size() - first, jobs, [&](std::size_t i) {
    try {
      prepare(first + i, 1);
    } catch (...) {
      failures[first + i] = std::current_exception();
    }
  });
  for (const auto& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

void Stage::expect(const LoadedHost& reference) {
  for (std::size_t i = 0; i < data_.size(); ++i) {
    restore(i, true, parity::poison_b);
    const auto start = std::chrono::steady_clock::now();
    entry_of(reference, data_[i].drawn.instantiation)(sets_[i].arguments());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (const auto fault = fault_in_inputs(sets_[i], i); !fault.empty())
      throw RuntimeFailure("the reference cannot be compared with: " + fault);
    keep_results(i);
    restore(i, true);
    if (i == 0 && seconds > longest_call_for_all_seeds && data_.size() > 1) {
      data_.resize(1);
      expected_.resize(1);
      prepare_sets(1);
    }
  }
}

void Stage::keep_results(std::size_t seed) {
  const auto& data = data_[seed];
  Expected& expected = expected_[seed];
  expected.outputs.assign(data.plan.size(), {});
  expected.roundings.assign(data.plan.size(), 0);
  const InputSizes inputs = input_sizes(data, jobs_);
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    if (!data.plan[i].is_output || data.plan[i].is_scratch) continue;
    const auto result = sets_[seed].array(i);
    expected.outputs[i].resize(result.size());
    parity::copy_bytes(expected.outputs[i].data(), result.data(), result.size(), jobs_);
    const ArrayFacts facts = facts_of(data.plan[i].dtype, result, jobs_);
    expected.roundings[i] = roundings_of(inputs, facts.largest);
    expected.subnormals_out += facts.subnormals;
  }
  expected.subnormals_in = inputs.subnormals;
}

std::string Stage::subnormals() const {
  std::uint64_t in = 0, out = 0;
  for (const Expected& expected : expected_) {
    in += expected.subnormals_in;
    out += expected.subnormals_out;
  }
  return in + out == 0 ? "" : fmt::format("subnormal numbers: {} in inputs, {} in results", in, out);
}

std::string Stage::fault_of(const LoadedHost& host) {
  for (std::size_t i = 0; i < data_.size(); ++i) {
    restore(i, true);
    const unsigned long long before = host.witness != nullptr ? *host.witness : 0;
    std::string fault;
    try {
      entry_of(host, data_[i].drawn.instantiation)(sets_[i].arguments());
      if (host.witness != nullptr && *host.witness != before + 1)
        fault =
            fmt::format("the implementation did not run: called once, its file saw {} calls", *host.witness - before);
    } catch (const std::exception& error) {
      fault = fmt::format("it threw: {}", error.what());
    } catch (...) {
      fault = "it threw something that is no std::exception";
    }
    if (fault.empty()) fault = fault_in(i);
    if (!fault.empty()) {  // nobody knows what it wrote where
      sets_[i].prepare(spec_, data_of(i), parity::poison_a, {.jobs = jobs_});
      return fault;
    }
    restore(i, true);
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
  if (auto fault = fault_in_inputs(workspace, seed); !fault.empty()) return fault;
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    if (!data.plan[i].is_output || data.plan[i].is_scratch) continue;
    if (auto fault = fault_in_output(workspace, seed, i); !fault.empty()) return fault;
  }
  return "";
}

std::string Stage::fault_in_inputs(const parity::Workspace& workspace, std::size_t seed) const {
  const auto& data = data_[seed];
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    const auto& array = data.plan[i];
    if (array.is_scratch || array.is_output || data.inputs[i].empty()) continue;
    if (!are_equal(workspace.array(i), data.inputs[i], jobs_))
      return fmt::format("it changed its input '{}'", array.name);
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
      context.outputs.push_back({plan.name, plan.dtype, expected_[seed].outputs[i], workspace.array(i)});
  }
  return context;
}

std::string Stage::fault_in_output(const parity::Workspace& workspace, std::size_t seed, std::size_t array) const {
  const auto& plan = data_[seed].plan[array];
  const auto& output = *spec::find_output(spec_, plan.name);
  const std::span<const std::byte> expected = expected_[seed].outputs[array];
  const auto got = workspace.array(array);
  // Where the tolerance is derived, which costs runs of the reference, a small case was judged by it before; here a
  // norm decides.
  if (output.tolerance.form.kind == spec::auto_form && is_floating(plan.dtype)) {
    const double roundings = expected_[seed].roundings[array];
    if (compare::is_near(plan.dtype, nearness_of(plan.dtype, expected, got, jobs_), roundings)) return "";
    return fmt::format("{}: further from reference than {:.0f} roundings of its largest value", plan.name, roundings);
  }
  if (are_equal(expected, got, jobs_)) return "";
  const compare::Context context = context_of(workspace, seed, array);
  double used = 0;
  if (compare::agrees(output, plan.dtype, plan.shape, expected, got, used, context)) return "";
  const auto comparison = compare::compare(output, plan.dtype, plan.shape, expected, got, context);
  if (!comparison.whole.empty()) return fmt::format("{}: {}", plan.name, comparison.whole);
  return fmt::format("{}: {} of {} elements differ from reference", plan.name, comparison.mismatches,
                     comparison.elements);
}

void Stage::restore(std::size_t set, bool poison, parity::Poison with) {
  const auto& data = data_of(set);
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    const auto array = sets_[set].array(i);
    if (array.empty()) continue;
    const bool is_written = data.plan[i].is_output || data.plan[i].is_scratch;
    if (data.plan[i].is_input && is_written) {
      if (!poison && !is_restored(i)) continue;
      parity::copy_bytes(array.data(), data.inputs[i].data(), array.size(), jobs_);
    } else if (poison && is_written) {
      parity::fill_bytes(array.data(), with.byte, array.size(), jobs_);
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
