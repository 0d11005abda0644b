// The table of rules. A new rule is one line here, one declaration in situation.hpp, and a function in rules/.
#include <algorithm>

#include "situation.hpp"

namespace kparity::gate {

using result::Finding;
using result::Severity;

const std::vector<Rule>& rules() {
  constexpr auto note = Severity::note, warning = Severity::warning, error = Severity::error;
  static const std::vector<Rule> table{
      {{"KP000", "not all kernels could be read",
        "No kernel was found, or a folder has no spec or one that cannot be read.", error, error},
       check_kernels_are_read},
      {{"KP101", "no CUDA version", "A kernel has no CUDA version and is not exempt.", error, note}, check_ported},
      {{"KP102", "the port was further before",
        "The state of a kernel is lower than in the base: its CUDA file is gone, its parameters differ now, it does "
        "not "
        "compile any more, or a device run failed.",
        error, error},
       check_state_is_kept,
       true},
      {{"KP103", "new and not ported",
        "A kernel that the base does not have may fall back to the host. An error with `new_kernels: must_be_ported`; "
        "with `missing_cuda: raise` it is KP101.",
        error, warning},
       check_new_kernels,
       true},
      {{"KP104", "parameters differ",
        "The parameters of a source are not those of the spec. A warning where they could not be read.", error, error},
       check_signatures},
      {{"KP105", "does not compile", "The CUDA version does not compile for an architecture.", error, error},
       check_compilation},
      {{"KP106", "no fresh evidence",
        "A ported kernel that changed has no evidence of its present sources, or its evidence is red, comes from "
        "elsewhere than the policy demands, or ran fewer cases. A warning with `evidence: advisory`.",
        error, warning},
       check_evidence},
      {{"KP107", "checks were weakened",
        "Against the base: a looser tolerance, a narrower generator, an output or instantiation that is no longer "
        "checked, fewer cases or found mutants, a new opt-out, exemption or expected failure, a milder policy.",
        warning, warning},
       check_not_weakened,
       true},
      {{"KP108", "incomplete or expired exemption", "An exemption lacks reason, owner or date, or the date has passed.",
        error, error},
       check_exemptions},
      {{"KP109", "belongs to no kernel",
        "A CUDA file or a spec that no kernel uses: an orphan, or a name with a typing error.", warning, warning},
       check_orphans},
      {{"KP110", "new fallback",
        "A run noted that a host kernel stood in on a device (KPARITY_FALLBACK_LOG), and the base did not.", error,
        warning},
       check_fallbacks},
      {{"KP111", "kernel removed", "The base has a kernel that is gone; `renamed_from` carries its state over.", note,
        note},
       check_removed,
       true},
      {{"KP112", "promise broken", "Fresh evidence says that `must_beat_host` of the spec does not hold.", error,
        warning},
       check_promises},
      {{"KP113", "costs more of a multiprocessor",
        "Registers or shared memory of a kernel grew so far that fewer of its blocks fit on a multiprocessor than with "
        "the code of the base, or its threads take more local memory, which is where spilled registers go.",
        warning, warning},
       check_code,
       true},
      {{"KP114", "target missed", "A kernel has not reached the state of a target of the policy by its day.", error,
        error},
       check_targets},
  };
  return table;
}

const KernelFacts* Situation::before(const std::string& kernel) const {
  if (!base) return nullptr;
  const auto old = old_names.find(kernel);
  const auto found = base->tree->kernels.find(old == old_names.end() ? kernel : old->second);
  return found == base->tree->kernels.end() ? nullptr : &found->second;
}

const result::PortedKernel* Situation::row_before(const std::string& kernel) const {
  const KernelFacts* facts = before(kernel);
  return facts == nullptr ? nullptr : &base->rows.at(facts->kernel);
}

const Evidence* Situation::evidence_before(const std::string& kernel) const {
  const KernelFacts* facts = before(kernel);
  if (facts == nullptr) return nullptr;
  const auto found = base->tree->evidence.find(facts->kernel);
  return found == base->tree->evidence.end() ? nullptr : &found->second;
}

void Findings::add(Finding finding, Severity severity) const {
  const auto& stated = situation_.policy.rules;
  const auto found =
      std::find_if(stated.begin(), stated.end(), [&](const spec::RuleSeverity& each) { return each.rule == rule_.id; });
  finding.severity = found == stated.end() ? severity : *result::severity_of(found->severity);
  if (finding.severity == Severity::off) return;
  finding.rule = std::string(rule_.id);
  const auto row = situation_.here.rows.find(finding.kernel);
  if (finding.file.empty() && row != situation_.here.rows.end()) {
    finding.file = row->second.file;
    finding.line = row->second.line;
  }
  to_.push_back(std::move(finding));
}

void Findings::add(Finding finding) const {
  const auto row = situation_.here.rows.find(finding.kernel);
  const bool falls_back = row != situation_.here.rows.end() && row->second.missing_cuda == "fallback";
  const Severity severity = falls_back ? rule_.if_fallback : rule_.if_raise;
  add(std::move(finding), severity);
}

}  // namespace kparity::gate
