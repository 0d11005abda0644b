// The sampler: times competitors beside each other, in blocks whose order is shuffled anew in every round, until their
// medians are known well enough or the time is up. How a competitor runs and whether its results are right is its own
// affair; host_competitor.hpp and device_competitor.hpp have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kparity/result/measurement.hpp"

namespace kparity::bench {

/// Nanoseconds of a clock that never goes back.
using Clock = std::function<std::int64_t()>;
std::int64_t steady_nanoseconds();

/// The smallest step that was seen of the clock, in nanoseconds; at least 1.
std::int64_t step_of(const Clock& clock);

struct SamplerOptions {
  double target = 0.01;  // half the interval as a share of the median at which to stop
  double budget_seconds = 4;
  double block_seconds = 0.005;
  double warm_seconds = 0.1;  // at least, per competitor; five times that at most, and
                              // never more than its share of half the budget
  std::uint64_t seed = 1;
  std::int64_t clock_step = 1;  // nanoseconds
  /// Told whose turn it is, before anything of that competitor runs; empty: nobody wants to know.
  std::function<void(std::size_t who)> turn{};
};

inline constexpr std::size_t fewest_rounds = 8, most_rounds = 2000;
inline constexpr std::size_t fewest_rounds_over_budget = 3;
inline constexpr std::uint64_t most_samples_per_block = 50;
inline constexpr double nanosecond = 1e-9;

/// A first call that takes so long tells how long one takes; a second one would tell little more.
bool is_long(double seconds, const SamplerOptions& options);

/// How many samples of that length make a block.
std::uint64_t samples_for(double seconds, const SamplerOptions& options);

/// What one block gives.
struct Block {
  std::vector<double> samples;  // seconds per call; not empty
  double clock_hertz = 0;       // of a device; 0: not known
  double seconds_after = 0;     // how long a device went on after the last of them
};

/// Something that is timed. Its functions may throw what it throws; then it is left out.
class Competitor {
 public:
  virtual ~Competitor() = default;
  /// Once, before all else: runs for the first time, and finds how many calls make a sample and how many samples a
  /// block, which goes into `timing`.
  virtual void size_up(const SamplerOptions& options, result::Timing& timing) = 0;
  virtual Block time_block() = 0;
  /// Once, at the end: runs again from poisoned outputs and says what is wrong with the results; empty: nothing.
  virtual std::string judge() { return ""; }
  /// So far.
  virtual std::uint64_t calls() const = 0;
  /// The end does not wait for its median to be known, and it rests once it has enough blocks for an interval.
  virtual bool is_extra() const { return false; }
};

/// What came of one competitor: a timing, or why there is none.
struct Sampled {
  result::Timing timing;
  std::string failure;  // it threw, or its last results were wrong
  bool has_thrown = false;
};

/// Warms up, measures, and lets each competitor judge itself. In the order of `competitors`; never throws for what they
/// throw.
std::vector<Sampled> sample(std::span<Competitor* const> competitors, const SamplerOptions& options,
                            const Clock& clock);

}  // namespace kparity::bench
