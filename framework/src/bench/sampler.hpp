// The sampler: times several implementations of a kernel on the same sets of arrays, in blocks whose order is shuffled
// anew in every round, until their medians are known well enough or the time is up. It knows entries and arguments
// only; whether results are right is asked of whoever made them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kparity/implementation.hpp"
#include "kparity/result/measurement.hpp"

namespace kparity::bench {

/// Nanoseconds of a clock that never goes back.
using Clock = std::function<std::int64_t()>;
std::int64_t steady_nanoseconds();

/// The smallest step that was seen of the clock, in nanoseconds; at least 1.
std::int64_t step_of(const Clock& clock);

/// What all competitors run on.
struct Course {
  std::vector<void**> sets;  // arguments of one call each; calls take turns with them
  bool in_place = false;     // a set must be restored before it is used again
  /// Brings arrays that are read and written back to their contents; with `poison` fills pure outputs as well.
  std::function<void(std::size_t set, bool poison)> restore;
  /// What is wrong with the results that competitor `who` left in a set; empty if nothing is.
  std::function<std::string(std::size_t who, std::size_t set)> fault_in;
};

struct SamplerOptions {
  double target = 0.01;  // half the interval as a share of the median at which to stop
  double budget_seconds = 4;
  double block_seconds = 0.005;
  double warm_seconds = 0.1;  // at least, per competitor; five times that at most
  std::uint64_t seed = 1;
  std::int64_t clock_step = 1;  // nanoseconds
};

inline constexpr std::size_t fewest_rounds = 8, most_rounds = 2000;
inline constexpr std::size_t fewest_rounds_over_budget = 3;

/// What came of one competitor: a timing, or why there is none.
struct Sampled {
  result::Timing timing;
  std::string failure;  // it threw, or its last block left wrong results
};

/// Warms up, then measures. The last block of each competitor starts from poisoned outputs, and the results of its last
/// sample are judged. In the order of `entries`; never throws for what an entry throws.
std::vector<Sampled> sample(std::span<const Entry> entries, const Course& course, const SamplerOptions& options,
                            const Clock& clock);

/// Seconds per call of an empty kernel, timed in the same loop: what no row can be shorter than.
double call_floor(const Clock& clock, std::int64_t clock_step);

}  // namespace kparity::bench
