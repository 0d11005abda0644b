// One state per kernel, with what keeps it from the next.
#include "states.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kparity/implementation.hpp"

namespace kparity::gate {

using result::PortedKernel;
using result::PortState;

namespace {

const EvidenceCheck* check_of(const Evidence& evidence, std::string_view kind) {
  const std::string id = fmt::format("{}.{}.{}", evidence.kernel, kind, cuda_name);
  const auto found = std::find_if(evidence.checks.begin(), evidence.checks.end(),
                                  [&](const EvidenceCheck& check) { return check.id == id; });
  return found == evidence.checks.end() ? nullptr : &*found;
}

bool compiled(const Evidence& evidence) {
  const EvidenceCheck *compile = check_of(evidence, "compile"), *parity = check_of(evidence, "parity");
  return (compile == nullptr || compile->verdict == "pass") && (compile != nullptr || parity != nullptr);
}

void set(PortedKernel& row, PortState state, std::string reason) {
  row.state = state;
  row.reason = std::move(reason);
}

/// Without evidence.
void take_scan(const KernelFacts& facts, const std::string& today, PortedKernel& row) {
  if (facts.cuda_file.empty()) {
    const auto& exempt = facts.spec ? facts.spec->exempt : std::nullopt;
    if (exempt && why_not_exempt(*exempt, today).empty()) {
      row.exemption = fmt::format("{} ({}, until {})", exempt->reason, exempt->owner, exempt->until);
      return set(row, PortState::exempt, row.exemption);
    }
    return set(row, PortState::unported, fmt::format("{} is missing", facts.expected_cuda_file));
  }
  if (!facts.has_entry)
    return set(row, PortState::unported,
               fmt::format("{} defines no __global__ function '{}'", facts.cuda_file, facts.kernel));
  if (!facts.spec) return set(row, PortState::declared, "there is no spec that can be read");
  if (!facts.problems.empty()) return set(row, PortState::declared, to_string(facts.problems.front()));
  switch (facts.parameters) {
    case Parameters::agree: return set(row, PortState::signature, "no evidence that it compiles");
    case Parameters::unread:
      return set(row, PortState::declared, "its parameters were not read: its files are those of the base");
    default: return set(row, PortState::declared, facts.parameters_text);
  }
}

void take_evidence(const KernelFacts& facts, const Evidence& evidence, const spec::GatePolicy& policy,
                   PortedKernel& row) {
  const EvidenceCheck* red = first_red(evidence);
  const bool fresh = is_fresh(facts, evidence);
  row.evidence = {
      evidence.file, evidence.date, evidence.device, origin_of(evidence), red == nullptr ? "pass" : red->verdict,
      fresh};
  if (!result::is_ported(row.state) || facts.parameters == Parameters::differ || facts.hash.empty()) return;
  if (const std::string why = why_not_accepted(evidence, policy); !why.empty()) {
    row.reason = "its evidence is not accepted: " + why;
    return;
  }
  if (!fresh) {
    if (row.state == PortState::signature) set(row, PortState::compiles, "its evidence is of other sources");
    return;
  }
  if (!compiled(evidence))
    return set(row, row.state, red == nullptr ? "its evidence is of no compilation" : red->id + ": " + red->reason);
  if (red != nullptr)
    return set(row, PortState::compiles, fmt::format("{} says {}: {}", red->id, red->verdict, red->reason));
  if (!is_verified(evidence)) return set(row, PortState::compiles, "its evidence holds no parity check on a device");
  if (!is_measured(evidence)) return set(row, PortState::verified, "it was not timed on a device");
  set(row, PortState::measured, "");
}

void take_compilation(const Judgement& judgement, PortedKernel& row) {
  if (!judgement.has_compiled || row.state < PortState::signature) return;
  const auto broken = judgement.broken_code.find(row.kernel);
  if (broken != judgement.broken_code.end()) return set(row, PortState::signature, broken->second);
  if (row.state == PortState::signature) set(row, PortState::compiles, "no evidence of a device run");
}

}  // namespace

bool is_fresh(const KernelFacts& facts, const Evidence& evidence) {
  return !facts.hash.empty() && facts.hash == evidence.hash;
}

std::uint64_t cases_of(const Evidence& evidence) {
  const EvidenceCheck* parity = check_of(evidence, "parity");
  return parity == nullptr ? 0 : parity->cases;
}

std::string why_not_accepted(const Evidence& evidence, const spec::GatePolicy& policy) {
  if (!evidence.distrust.empty()) return evidence.distrust;
  if (!policy.workflow.empty() && evidence.workflow != policy.workflow)
    return fmt::format("it comes from {}, the policy wants the workflow '{}'",
                       evidence.workflow.empty() ? "no workflow" : "'" + evidence.workflow + "'", policy.workflow);
  if (cases_of(evidence) < policy.cases && first_red(evidence) == nullptr)
    return fmt::format("it ran {} cases, the policy wants {}", cases_of(evidence), policy.cases);
  return "";
}

std::string why_not_exempt(const spec::Exemption& exempt, const std::string& today) {
  if (exempt.reason.empty()) return "has no reason";
  if (exempt.owner.empty()) return "has no owner";
  if (exempt.until.empty()) return "has no date `until`";
  if (exempt.until < today) return "has expired on " + exempt.until;
  return "";
}

StatedTree state_tree(const Tree& tree, const Judgement& judgement) {
  StatedTree stated;
  stated.tree = &tree;
  for (const auto& [name, facts] : tree.kernels) {
    PortedKernel row;
    row.kernel = name;
    row.file = facts.file;
    row.hash = facts.hash;
    row.line = facts.spec ? facts.spec->signature_where.line : 0;
    if (facts.spec && facts.spec->missing_cuda == MissingCudaPolicy::fallback) row.missing_cuda = "fallback";
    take_scan(facts, judgement.today, row);
    const auto evidence = tree.evidence.find(name);
    if (evidence != tree.evidence.end()) take_evidence(facts, evidence->second, judgement.policy, row);
    take_compilation(judgement, row);
    stated.rows.emplace(name, std::move(row));
  }
  return stated;
}

}  // namespace kparity::gate
