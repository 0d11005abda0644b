// KP104 and KP105: the parameters of all sources are those of the spec, and the CUDA version compiles.
#include <fmt/format.h>

#include <algorithm>

#include "situation.hpp"
#include "states.hpp"

namespace kparity::gate {

using result::Severity;

void check_signatures(const Situation& situation, const Findings& findings) {
  for (const auto& [name, facts] : situation.here.tree->kernels) {
    const bool differ = facts.parameters == Parameters::differ;
    if (!differ && facts.parameters != Parameters::unreadable) continue;
    result::Finding finding{.kernel = name,
                            .file = facts.parameters_file,
                            .line = facts.parameters_line,
                            .message = facts.parameters_text,
                            .advice = "make the source and the spec say the same"};
    if (differ) {
      findings.add(finding);
    } else {
      finding.message = fmt::format("the parameters of kernel '{}' could not be read: {}", name, finding.message);
      finding.advice = "kparity list says whether libclang was found";
      findings.add(finding, Severity::warning);
    }
  }
}

void check_compilation(const Situation& situation, const Findings& findings) {
  for (const auto& [name, facts] : situation.here.tree->kernels) {
    std::string reason;
    if (const auto broken = situation.broken_code.find(name); broken != situation.broken_code.end())
      reason = broken->second;
    const auto evidence = situation.here.tree->evidence.find(name);
    if (reason.empty() && !situation.has_compiled && evidence != situation.here.tree->evidence.end() &&
        is_fresh(facts, evidence->second)) {
      const std::string id = name + ".compile.cuda";
      for (const EvidenceCheck& check : evidence->second.checks)
        if (check.id == id && check.verdict != "pass") reason = check.reason;
    }
    if (reason.empty()) continue;
    findings.add(
        {.kernel = name,
         .file = facts.cuda_file,
         .message = fmt::format("kernel '{}' does not compile: {}", name, reason),
         .advice = fmt::format("kparity check {} --implementation cuda --place host shows the whole log", name)});
  }
}

}  // namespace kparity::gate
