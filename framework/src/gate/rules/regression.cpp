// KP102 and KP110: what worked on the device in the base works there still.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "situation.hpp"
#include "states.hpp"

namespace kparity::gate {

using result::PortedKernel;
using result::PortState;

namespace {

/// A changed kernel whose evidence has not been renewed is a matter of KP106.
bool awaits_evidence(const PortedKernel& row) {
  return row.changed && row.state >= PortState::signature && !(row.evidence && row.evidence->fresh);
}

bool contains(const std::vector<Fallback>& fallbacks, const std::string& kernel) {
  return std::any_of(fallbacks.begin(), fallbacks.end(),
                     [&](const Fallback& fallback) { return fallback.kernel == kernel; });
}

/// Whether a run of the base would have, or has, fallen back as well.
bool fell_back_before(const Situation& situation, const std::string& kernel) {
  if (situation.base_fallbacks) return contains(*situation.base_fallbacks, kernel);
  const PortedKernel* before = situation.row_before(kernel);
  return before != nullptr && before->missing_cuda == "fallback" && !result::is_ported(before->state);
}

}  // namespace

void check_state_is_kept(const Situation& situation, const Findings& findings) {
  for (const auto& [name, row] : situation.here.rows) {
    const PortedKernel* before = situation.row_before(name);
    if (before == nullptr || row.state >= before->state || awaits_evidence(row)) continue;
    if (!result::is_ported(before->state)) continue;  // exempt then, unported now: KP101 and KP108
    const KernelFacts& facts = situation.here.tree->kernels.at(name);
    const bool names_place = facts.parameters == Parameters::differ;
    findings.add({.kernel = name,
                  .file = names_place ? facts.parameters_file : "",
                  .line = names_place ? facts.parameters_line : 0,
                  .message = fmt::format("kernel '{}' was {} in the base and is {} here: {}", name,
                                         result::name_of(before->state), result::name_of(row.state),
                                         row.reason.empty() ? "its evidence is gone" : row.reason),
                  .advice = "bring back what was lost"});
  }
}

void check_fallbacks(const Situation& situation, const Findings& findings) {
  std::set<std::string> said;
  for (const Fallback& fallback : situation.fallbacks) {
    if (!said.insert(fallback.kernel).second || fell_back_before(situation, fallback.kernel)) continue;
    findings.add({.kernel = fallback.kernel,
                  .file = fallback.file,
                  .line = fallback.line,
                  .message = fmt::format("kernel '{}' fell back from the device to the host in a run", fallback.kernel),
                  .advice = "add its CUDA version, or keep the call off the device"});
  }
}

}  // namespace kparity::gate
