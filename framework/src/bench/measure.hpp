// Times the verified rows of one group beside each other, in this process.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gpu_monitor.hpp"
#include "group.hpp"
#include "kparity/result/measurement.hpp"

namespace kparity::bench {

/// What lasts from group to group.
struct Session {
  const Options& options;
  std::int64_t clock_step = 1;
  /// From now on this row runs (an index into all rows), which may take so long; no_row: preparations.
  std::function<void(std::size_t row, double seconds)> turn;
  GpuMonitor monitor{};                             // of the device, once it is known
  std::size_t level_2_cache = 0, device_bytes = 0;  // of the device
  std::vector<double> clocks{};                     // in hertz, of all blocks on the device so far
  double setup_seconds = 0, timing_seconds = 0;     // of all groups so far
  bool device_failed = false;                       // this process cannot use it any more
};

/// Fills in the rows of the group. Never throws for what a kernel does.
void measure(const Group& group, Session& session, std::vector<result::Measurement>& rows);

/// What the device of the session and its driver are: "gpu_name", "gpu_memory", "gpu_clock_max", ...
std::vector<std::pair<std::string, std::string>> device_facts(const Session& session);

/// Marks what the clock of the device did to a row: blocks below nine tenths of `usual` do not count, unless they are
/// the half; then the row is not resolved.
void judge_clock(result::Measurement& row, double usual, std::uint64_t seed);

}  // namespace kparity::bench
