// What a comparison of two revisions found: one row per kernel, case and implementation, with how much it changed and
// what could have been seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kparity::result {

enum class ChangeVerdict : std::uint8_t {
  slower,      // beyond the threshold and the noise, twice in a row
  faster,      // the same in the other direction
  same,        // within the threshold, surely
  unresolved,  // the noise is too large to say
  gone,        // measured at the base, not at the head
  added,       // measured at the head only
};
std::string_view name_of(ChangeVerdict verdict);

struct Change {
  std::string name;  // "axpy/impl:openmp/what:kernel/n:1000"
  std::string kernel, implementation, point;
  ChangeVerdict verdict = ChangeVerdict::unresolved;
  double base = 0, head = 0;             // medians over all rounds, in seconds; 0: not measured
  double change = 0;                     // (head - base) / base, from the median over rounds
  double low = 0, high = 0;              // its 90 % bootstrap interval
  double visible = 0;                    // the smallest change that could have been seen
  double threshold = 0;                  // that counts, as a share
  std::size_t rounds = 0, agreeing = 0;  // of the last stage; with the sign of the change
  std::string reason;                    // of what is gone, or is no verdict
};

struct ChangeReport {
  std::string version, base, head;  // revisions
  std::string command;              // that does it again
  std::vector<Change> rows;
  std::vector<std::string> static_changes;  // "push T=float sm_90: local memory 0 -> 24 bytes per thread"
  std::size_t rounds = 0, repeated_rounds = 0, confirming_rounds = 0;
  std::string no_verdict;  // why the run as a whole says nothing; empty if it does
  double seconds = 0;
};

/// 0: nothing is slower; 1: something is slower, or has no time at the head for a reason; 3: no verdict, or, with
/// `require_verdict`, a row without one; 4: nothing was measured on both sides.
int exit_code(const ChangeReport& report, bool require_verdict);

std::size_t count_of(const ChangeReport& report, ChangeVerdict verdict);

}  // namespace kparity::result
