// What a rule looks at, and how it says what it found.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kparity/result/port.hpp"
#include "kparity/spec/policy.hpp"
#include "tree.hpp"

namespace kparity::gate {

/// One fallback that a run noted.
struct Fallback {
  std::string kernel, file;
  int line = 0;
};

/// Of the mutants of one kernel, those that its checks found and those that they let pass.
struct MutantScore {
  std::uint64_t killed = 0, survived = 0;
};

/// A tree with the states that follow from it.
struct StatedTree {
  const Tree* tree = nullptr;
  std::map<std::string, result::PortedKernel> rows;
};

struct Situation {
  spec::GatePolicy policy;
  std::string folder;  // of the kernels, as it was given
  std::string today;   // "2026-11-30"
  StatedTree here;
  std::optional<StatedTree> base;                // of a ratchet
  std::map<std::string, std::string> old_names;  // of kernels here: what they are called in the base
  std::vector<Fallback> fallbacks;               // of a run
  std::optional<std::vector<Fallback>> base_fallbacks;
  std::map<std::string, MutantScore> mutants, base_mutants;  // by kernel; of runs of `kparity mutate`
  std::map<std::string, std::string> broken_code;            // with --compile: kernels that do not, with the reason
  bool has_compiled = false;

  /// The facts of the base about the kernel that is called `kernel` here; null without a base, or if it is new.
  const KernelFacts* before(const std::string& kernel) const;
  const result::PortedKernel* row_before(const std::string& kernel) const;
  const Evidence* evidence_before(const std::string& kernel) const;
};

/// Where the findings of one rule go.
class Findings {
 public:
  Findings(const result::RuleInfo& rule, const Situation& situation, std::vector<result::Finding>& to)
      : rule_(rule), situation_(situation), to_(to) {}

  /// With the severity of the policy, else that of the rule for a kernel of this `missing_cuda`; `off` is not kept.
  /// Kernel, file and line may be filled in; an empty file becomes that of the kernel.
  void add(result::Finding finding) const;
  /// As `add`, with this severity where the policy says nothing.
  void add(result::Finding finding, result::Severity severity) const;

 private:
  const result::RuleInfo& rule_;
  const Situation& situation_;
  std::vector<result::Finding>& to_;
};

/// A rule with the function that looks for breaches of it.
struct Rule {
  result::RuleInfo info;
  void (*check)(const Situation& situation, const Findings& findings);
  bool needs_base = false;
};
const std::vector<Rule>& rules();

// The checks, by file in rules/.
void check_kernels_are_read(const Situation& situation, const Findings& findings);
void check_ported(const Situation& situation, const Findings& findings);
void check_new_kernels(const Situation& situation, const Findings& findings);
void check_state_is_kept(const Situation& situation, const Findings& findings);
void check_signatures(const Situation& situation, const Findings& findings);
void check_compilation(const Situation& situation, const Findings& findings);
void check_evidence(const Situation& situation, const Findings& findings);
void check_not_weakened(const Situation& situation, const Findings& findings);
void check_exemptions(const Situation& situation, const Findings& findings);
void check_orphans(const Situation& situation, const Findings& findings);
void check_fallbacks(const Situation& situation, const Findings& findings);
void check_removed(const Situation& situation, const Findings& findings);
void check_promises(const Situation& situation, const Findings& findings);
void check_code(const Situation& situation, const Findings& findings);
void check_targets(const Situation& situation, const Findings& findings);

}  // namespace kparity::gate
