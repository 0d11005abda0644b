// What `kparity.yaml` says: the rules of the porting gate for a whole project, beside the specs that speak of one
// kernel each. Read by the same reader, so that its errors and its JSON schema are like theirs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kparity/spec/problem.hpp"

namespace kparity::spec {

/// `rules: {KP101: warning}`.
struct RuleSeverity {
  std::string rule, severity;
  Location where;
};

/// `targets: {spring: {kernels: [axpy, dot], state: verified, by: 2027-03-01}}`.
struct PortTarget {
  std::string name;
  std::vector<std::string> kernels;  // empty: all
  std::string state = "verified";
  std::string by;
  Location where;
};

/// The block `gate:`.
struct GatePolicy {
  std::string file;  // empty: there is none, and this is what holds without
  std::string mode;  // "absolute", "ratchet"; empty: ratchet where a base is known
  std::string fail_on = "error";
  std::string old_findings = "report";        // "report", "count": of a ratchet, what the base has too
  std::string new_kernels = "may_fall_back";  // or "must_be_ported"
  std::string evidence = "required";          // "required", "advisory": KP106 is an error or a warning
  std::string workflow;                       // that evidence must come from; empty: any
  std::string signers;                        // a file of ssh's allowed signers; empty: evidence need not be signed
  std::uint64_t cases = 0;                    // that evidence must have run at least
  std::vector<std::string> architectures;     // to compile for; empty: the usual ones
  std::vector<RuleSeverity> rules;
  std::vector<PortTarget> targets;
};

/// Reads a policy. Throws SpecError with all problems; a rule must be one of `rules`.
GatePolicy read_policy(const std::string& text, const std::string& path, const std::vector<std::string>& rules);

/// The JSON schema of `kparity.yaml`.
std::string policy_schema(const std::vector<std::string>& rules);

}  // namespace kparity::spec
