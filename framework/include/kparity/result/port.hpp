// How far a port is, and what the gate has to say about it: states of kernels, findings of rules. Plain structs, so
// that a report can be tested with hand-made values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kparity::result {

/// In rising order; a kernel that need not be ported counts as little as one that is not.
enum class PortState : std::uint8_t { unported, exempt, declared, signature, compiles, verified, measured };

struct PortStateInfo {
  PortState state;
  std::string_view name;
  std::string_view meaning;
};
const std::vector<PortStateInfo>& port_state_table();
std::string_view name_of(PortState state);
/// Empty for a word that is no state.
std::optional<PortState> port_state_of(std::string_view name);
/// There is a CUDA version.
bool is_ported(PortState state);

enum class Severity : std::uint8_t { off, note, warning, error };
std::string_view name_of(Severity severity);
/// Empty for a word that is no severity.
std::optional<Severity> severity_of(std::string_view name);

/// What a device run left about a kernel.
struct EvidenceNote {
  std::string file;
  std::string date, device, origin;  // "2026-11-30T19:00:00Z", "NVIDIA H200", "workflow 'GPU' (owner/repo, run 12)"
  std::string verdict;               // "pass"
  bool fresh = false;                // the sources are those that ran
};

struct PortedKernel {
  std::string kernel;
  std::string file;  // the spec, or the folder where there is none; relative to the top of the repository
  int line = 0;
  PortState state = PortState::unported;
  std::string reason;                  // what keeps it from the next state
  std::string missing_cuda = "raise";  // what the spec says: raise, fallback
  std::string exemption;               // "reason (owner, until 2027-03-01)"; empty if it is not exempt
  std::optional<PortState> before;     // in the base; empty if it was not there, or nothing is compared
  std::string hash;                    // of its sources, which fresh evidence has, too; empty if it cannot be checked
  bool changed = false;                // its sources differ from those of the base
  std::optional<EvidenceNote> evidence;
};

/// One breach of a rule.
struct Finding {
  std::string rule{};  // "KP101"
  Severity severity = Severity::error;
  std::string kernel{};  // empty if it is about the whole
  std::string
      subject{};       // what of the kernel: "output y"; tells findings of one rule apart, whatever lines they are in
  std::string file{};  // relative to the top of the repository; empty if it is about no file
  int line = 0;
  std::string message{}, advice{};
  bool is_new = true;  // false: the base breaches the rule in the same way
};

/// One row of the table of rules.
struct RuleInfo {
  std::string_view id;     // "KP101"
  std::string_view title;  // "no CUDA version"
  std::string_view meaning;
  Severity if_raise, if_fallback;  // by default, for kernels with `missing_cuda: raise` and `fallback`
};

/// An earlier report, for the line through time.
struct HistoryPoint {
  std::string date;
  std::map<std::string, std::uint64_t> kernels_by_state;
};

struct PortReport {
  std::string command;        // "status", "gate"
  std::string version, date;  // of kparity; of the run, "2026-11-30T19:00:00Z"
  std::string mode;           // "absolute", "ratchet"; empty for status
  std::string base;           // what is compared with, in words; empty for nothing
  std::string folder;         // of the kernels, as it was given
  std::vector<RuleInfo> rules;
  std::vector<PortedKernel> kernels;
  std::vector<std::string> removed;  // kernels that only the base has
  std::vector<Finding> findings;     // the severe ones first
  std::vector<std::string> notes;    // what was not looked at, and why
  std::vector<HistoryPoint> history;
  Severity fail_on = Severity::error;
  bool counts_old = true;   // findings that the base has too make the gate red
  std::string why_nothing;  // why nothing could be said; then the exit code is 4
  std::string what_next;    // a command that mends that
  double seconds = 0;
};

/// Whether the finding makes the gate red.
bool counts(const PortReport& report, const Finding& finding);
/// 0: no finding counts; 1: one does; 4: nothing could be said.
int exit_code(const PortReport& report);
/// "3 errors and 1 warning are new here", "no finding counts".
std::string exit_reason(const PortReport& report);

/// "CUDA kernels: 2 of 3 (missing: sort)"; after `most` missing names three dots.
std::string port_summary(const std::vector<PortedKernel>& kernels, std::size_t most = 10);
std::map<std::string, std::uint64_t> kernels_by_state(const std::vector<PortedKernel>& kernels);

}  // namespace kparity::result
