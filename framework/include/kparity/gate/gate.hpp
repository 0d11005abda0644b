// The porting gate: how far each kernel is, and what of the rules it breaches, alone or against an older revision.
// Everything is found by a static scan and from evidence, so that a machine without a GPU can do it in seconds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kparity/compile/catalog.hpp"
#include "kparity/result/port.hpp"
#include "kparity/spec/policy.hpp"

namespace kparity::gate {

struct GateOptions {
  std::string folder;   // of the kernels
  std::string version;  // of kparity
  /// The kernels below a folder.
  std::function<std::vector<compile::KernelSource>(const std::string& folder)> read;
  /// A compiled kernel's complaint, or empty; for every architecture. Unset: nothing is compiled.
  std::function<std::string(const compile::KernelSource&, const std::vector<std::string>& architectures)> compile = {};
  std::function<std::string(const char*)> environment;  // of the process: empty for what is not set
  std::string policy_file = {};                         // empty: kparity.yaml of the folder, or above it
  std::string mode = {};                                // "absolute", "ratchet"; empty: that of the policy
  std::string base = {};                                // a revision; empty: that of the pull request, or origin/HEAD
  std::string fail_on = {};                             // empty: that of the policy
  std::vector<std::string> evidence_folders = {};       // beside the specs and these
  std::vector<std::string> kernels = {};                // only these in a status; empty: all
  std::string fallbacks = {}, base_fallbacks = {};      // files of KPARITY_FALLBACK_LOG
  std::string mutants = {}, base_mutants = {};          // reports of `kparity mutate` in JSON
  std::string history = {};                             // a folder of earlier reports in JSON
  std::string today = {};                               // empty: today
};

/// The table of rules, for `kparity describe rules` and the schema of the policy.
std::vector<result::RuleInfo> rule_table();

/// States only. Throws what reading the folder throws, and SpecError for the policy.
result::PortReport port_status(const GateOptions& options);

/// States and findings. What keeps the gate from judging (no base, no git, a shallow clone) is in the report.
result::PortReport run_gate(const GateOptions& options);

}  // namespace kparity::gate
