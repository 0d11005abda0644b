// Benchmarks of kernels: plans every row, verifies every implementation on the case that is to be timed, times those
// that are right beside each other, and verifies the last results again. A row without a pass has no time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kparity/bench/instructions.hpp"
#include "kparity/generate/case.hpp"
#include "kparity/kernel.hpp"
#include "kparity/result/measurement.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::bench {

/// One kernel with the implementations to measure.
struct Task {
  const spec::KernelSpec* spec = nullptr;
  const Kernel* kernel = nullptr;
  std::vector<std::string> implementations;
  std::string expected_cuda_path{};  // of a kernel that is not ported; empty: says nothing about that
};

/// Values of integer inputs by name.
using Sizes = std::vector<std::pair<std::string, std::int64_t>>;

struct Options {
  std::uint64_t seed = 1;
  double target = 0.01;       // half the 95 % interval as a share of the median
  double budget_seconds = 4;  // per kernel and case, all implementations together
  double block_seconds = 0.005;
  double warm_seconds = 0.1;
  double timeout_seconds = 20;                           // of a verification
  double setup_seconds = 60;                             // per case: until its arrays and what is expected are there
  double total_seconds = 0;                              // of the run; cases beyond it are not begun; 0: no limit
  std::uint64_t memory = std::uint64_t{1} << 30;         // bytes for the sets of arrays that calls take turns with
  std::uint64_t device_memory = std::uint64_t{4} << 30;  // the same on the device
  std::uint64_t last_level_cache = 0;                    // bytes; 0: not known, and no row is called cold
  bool quick = false;                                    // only the sizes of `at_ci`, where a spec has them
  Sizes sizes{};                                         // instead of those of the specs; empty: theirs
  bool in_process = false;                               // times in this process: for profilers; a crash is a crash
  bool keeps_budget = false;                             // also where `limits` of a spec gives less
  std::function<InstructionCounter()> instructions{};    // opened by who measures; empty: nothing is counted
  std::function<std::int64_t()> clock{};                 // nanoseconds that never go back; empty: the steady clock
};

/// The note of a row below four times an empty launch.
inline constexpr std::string_view launch_bound = "launch-bound";

/// The kernels that measure the roofs: what a memory gives, and what arithmetic does.
inline constexpr std::string_view memory_probe = "kparity_triad", arithmetic_probe = "kparity_fma";

/// Their rows as roofs, one per place that has rows.
std::vector<result::Roof> roofs_of(const result::BenchReport& probes);

/// Fills in what share of the report's roofs some of its rows reach, and what bounds them, where that can be said. Once
/// per row, since it may add a note.
void hold_against_roofs(result::BenchReport& report, std::size_t first, std::size_t count);
void hold_against_roofs(result::BenchReport& report);

/// Fills in fits and break-even sizes from the rows of the report, for kernels that were measured at several sizes;
/// what was there before is replaced.
void conclude(result::BenchReport& report);

/// The named settings: "full", "ci".
Options profile(std::string_view name);

/// The cases that `bench:` of the spec asks for in one instantiation, in its order; without sizes there, a small, a
/// middle and a large one of those that checks draw. They may lie beyond the bounds of the generators. `quick`: only
/// what `at_ci` names, if it names anything.
std::vector<generate::Case> points(const spec::KernelSpec& spec, std::size_t instantiation, std::uint64_t seed,
                                   bool quick = false);

/// The one case with these values of integer scalars instead of the sizes of the spec. Throws InvalidArgument for a
/// name that is no such input, listing those there are.
generate::Case point_of_sizes(const spec::KernelSpec& spec, std::size_t instantiation, std::uint64_t seed,
                              const Sizes& sizes);

/// The size of the last-level cache in bytes as the system tells it, 0 if it does not.
std::uint64_t last_level_cache();

/// What of this machine bears on times, as keys of Google Benchmark's context and further ones: "num_cpus", "load_avg",
/// "mhz_per_cpu" (numbers), "cpu_model", "cpu_affinity", "governor", "kernel". What is not known is left out.
std::vector<std::pair<std::string, std::string>> environment();

/// Who follows a run. What is empty is not called.
struct Watch {
  std::function<void(const std::string&)> doing{};  // told what comes next: "timing 3 of 9: axpy n=10000"
  /// The rows of one kernel and case are final, in the order of the report, which has all facts but fits and shares.
  std::function<void(result::BenchReport& so_far, std::size_t first, std::size_t count)> finished{};
  std::function<bool()> is_stopped{};  // asked often; true ends the run soon, and rows that are not final are skipped
};

/// Runs everything. Small cases are verified in child processes before the first timing, and timing happens in others,
/// so the caller must not have started threads. Never throws for what a kernel does. Fills rows, seed, target, budget,
/// cache, clock step, call floor and what it learned of a device for the environment of the answer.
result::BenchReport run(const std::vector<Task>& tasks, const Options& options, const Watch& watch = {});

}  // namespace kparity::bench
