// Whether a change made kernels slower, on a machine that others use as well: processes of both revisions take turns in
// one job, a third arm that is the base again shows the noise, and what looks slower has to do so twice.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kparity/result/change.hpp"

namespace kparity::bench {

/// The revisions of a round: the base, the head, and the base again.
enum class Arm : std::uint8_t { base, head, null };

/// What one process gives: seconds by the name of the row, and those of rows that no change of the user's touches, by
/// which the machine's own drift is known.
struct ArmTimes {
  std::map<std::string, double> rows{}, controls{};
  std::map<std::string, std::string> without_time{};  // name: reason
};

struct AgainstOptions {
  std::size_t rounds = 6, confirming_rounds = 10;
  std::size_t most_repeated_rounds = 6;  // in which the controls disagreed
  std::uint64_t seed = 1;
  /// Of a row: the share from which a change counts, and the seconds below which it does not.
  std::function<double(const std::string& name)> threshold{};
  std::function<double(const std::string& name)> ignore_below{};
};

inline constexpr double usual_threshold = 0.08;
inline constexpr double usual_ignore_below = 1e-6;  // of a host row; 2 us on a device

/// Measures and judges. `measure` runs one process of an arm, restricted to the named rows if there are any; `told`
/// hears "round 3 of 6". Fills rows, rounds and no_verdict of the answer.
result::ChangeReport against(const std::function<ArmTimes(Arm, const std::vector<std::string>& only)>& measure,
                             const AgainstOptions& options, const std::function<void(const std::string&)>& told = {});

}  // namespace kparity::bench
