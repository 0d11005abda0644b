// What a benchmark produces and its report prints: one row per kernel, case and implementation, measured or with the
// reason why not. Plain structs, so that a report can be tested with hand-made values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kparity/result/result.hpp"

namespace kparity::result {

/// The 95 % bootstrap interval of a median, in seconds.
struct Interval {
  double low = 0, high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// The times of one implementation. A block is a handful of samples in a row; its median is one number.
struct Timing {
  std::vector<double> blocks{};        // seconds per call, in the order in which they were measured
  double median = 0;                   // of the blocks
  std::optional<Interval> interval{};  // none for fewer than six blocks
  bool reached_target = false;         // half the interval is at most the wanted share of the median
  bool steady = false;                 // warming up ended because two blocks in a row agreed
  bool coarse = false;                 // a sample is shorter than 1000 steps of the clock
  std::uint64_t calls = 0;             // timed and warming up
  std::uint64_t calls_per_sample = 1, samples_per_block = 1;
  std::uint64_t page_faults = 0, preemptions = 0;  // during its timed blocks
};

/// One row. Has a timing only if its verdict is pass.
struct Measurement {
  std::string kernel;
  std::string point;  // "n=10000", "n=10000 T=double"
  std::string implementation;
  Verdict verdict = Verdict::unchecked;
  std::string reason = "not run";
  std::string token;              // of the case, to replay it; empty where it lies beyond the bounds of the spec
  std::optional<double> bytes;    // read and written by a call, as the algorithm needs them
  bool bytes_are_derived = true;  // each input array read once, each output array written once
  std::optional<double> flops, items;
  double footprint = 0;  // bytes of all arrays of a call
  bool cold = false;     // the sets of arrays that calls take turns with are twice the last-level cache together
  std::uint64_t sets = 0;
  std::optional<Timing> timing;
};

/// Takes back what was measured: the row shows the verdict and its reason instead of a time.
void refuse(Measurement& row, Verdict verdict, std::string reason);

struct BenchReport {
  std::string version, profile;
  std::string replay_command = "kparity replay";  // in front of a token
  std::string date;                               // "2026-11-30T19:00:00+00:00"
  std::uint64_t seed = 0;
  double target = 0, budget_seconds = 0;                         // wanted share of the median; per kernel and case
  std::vector<std::pair<std::string, std::string>> environment;  // "cpu_model", "compiler", ... in this order
  std::uint64_t last_level_cache = 0;                            // bytes; 0: not known
  double clock_step = 0, call_floor = 0;                         // seconds; of an empty kernel, per call
  std::vector<Measurement> rows;                                 // of one kernel and case next to each other
  double seconds = 0;
};

/// 0: something was measured and nothing is wrong; 1: something is wrong; 4: nothing was measured.
int exit_code(const BenchReport& report);

}  // namespace kparity::result
