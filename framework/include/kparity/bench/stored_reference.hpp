// Stored references for machines that are nobody else's: what kernels took in earlier runs of the same machine, and
// whether a new run lies where such runs lie. Times of another machine are never compared.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kparity/result/measurement.hpp"
#include "kparity/result/reference.hpp"

namespace kparity::bench {

/// What times depend on beside the code: the processor with its governor and the CPUs that are allowed; the device with
/// its memory, the branch of its driver and what is known of its clock policy, if one was measured; the profile. What
/// is not known is "unknown".
using Machine = std::vector<std::pair<std::string, std::string>>;
Machine machine_of(const result::BenchReport& report);

/// "cpu_model is 'A' here and 'B' there; ..."; empty for the same machine.
std::string difference(const Machine& here, const Machine& there);

struct StoredRun {
  std::string date;
  std::map<std::string, double> seconds;  // medians by name of the row
};

struct StoredReference {
  Machine machine;
  std::vector<StoredRun> runs;  // of the same code
};

/// The rows with a time.
StoredRun stored_run_of(const result::BenchReport& report);

/// Fewer runs say nothing about how much runs of the same code differ.
inline constexpr std::size_t fewest_stored_runs = 10;

struct ReferenceLimits {
  /// Of a row, as AgainstOptions has them: the share from which a change counts, and the seconds below which it does
  /// not.
  std::function<double(const std::string&name)> threshold{}, ignore_below{};
};

/// Slower and faster: beyond the 99 % prediction interval for one more run of the same code, widened by the interval of
/// this run's own median, and beyond the limits of the row. Same: a change as large as the threshold would have been
/// seen, and there is none. Else unresolved, with what could have been seen. The stored runs must be of this machine.
result::ReferenceComparison compare_with_stored(const result::BenchReport& report, const StoredReference& stored,
                                                const ReferenceLimits& limits);

}  // namespace kparity::bench
