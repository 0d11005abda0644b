// KP101, KP103, KP108, KP111 and KP114: which kernels have a CUDA version, and which need none yet.
#include <fmt/format.h>

#include <algorithm>

#include "situation.hpp"
#include "states.hpp"

namespace kparity::gate {

using result::PortState;
using result::Severity;

namespace {

std::string how_to_port(const KernelFacts& facts) {
  return fmt::format("add {}, or say in the spec why not: `exempt: {{reason: ..., owner: ..., until: ...}}`",
                     facts.expected_cuda_file);
}

bool is_in(const spec::PortTarget& target, const std::string& kernel) {
  return target.kernels.empty() ||
         std::find(target.kernels.begin(), target.kernels.end(), kernel) != target.kernels.end();
}

}  // namespace

void check_ported(const Situation& situation, const Findings& findings) {
  for (const auto& [name, row] : situation.here.rows)
    if (row.state == PortState::unported)
      findings.add({.kernel = name,
                    .message = fmt::format("kernel '{}' has no CUDA version (missing_cuda: {}): {}", name,
                                           row.missing_cuda, row.reason),
                    .advice = how_to_port(situation.here.tree->kernels.at(name))});
}

void check_new_kernels(const Situation& situation, const Findings& findings) {
  for (const auto& [name, row] : situation.here.rows) {
    if (situation.before(name) != nullptr || row.state != PortState::unported || row.missing_cuda != "fallback")
      continue;
    const bool must = situation.policy.new_kernels == "must_be_ported";
    findings.add({.kernel = name,
                  .message = fmt::format("kernel '{}' is new and has no CUDA version", name),
                  .advice = how_to_port(situation.here.tree->kernels.at(name))},
                 must ? Severity::error : Severity::warning);
  }
}

void check_exemptions(const Situation& situation, const Findings& findings) {
  for (const auto& [name, facts] : situation.here.tree->kernels) {
    if (!facts.spec || !facts.spec->exempt) continue;
    const spec::Exemption& exempt = *facts.spec->exempt;
    const std::string why = why_not_exempt(exempt, situation.today);
    if (why.empty()) continue;
    findings.add({.kernel = name,
                  .subject = why,
                  .file = facts.file,
                  .line = exempt.where.line,
                  .message = fmt::format("the exemption of kernel '{}' {}", name, why),
                  .advice = "port the kernel, or state `exempt: {reason: ..., owner: ..., until: ...}` anew"});
  }
}

void check_removed(const Situation& situation, const Findings& findings) {
  for (const auto& [name, row] : situation.base->rows) {
    if (situation.here.rows.contains(name)) continue;
    const auto carries_on = [&, kernel = name](const auto& renamed) { return renamed.second == kernel; };
    if (std::any_of(situation.old_names.begin(), situation.old_names.end(), carries_on)) continue;
    findings.add({.kernel = name,
                  .message = fmt::format("kernel '{}' ({}) is gone", name, result::name_of(row.state)),
                  .advice = fmt::format("if it has a new name, say so in its spec: `renamed_from: {}`", name)});
  }
}

void check_targets(const Situation& situation, const Findings& findings) {
  for (const spec::PortTarget& target : situation.policy.targets) {
    const PortState wanted = *result::port_state_of(target.state);
    const auto in_policy = [&](result::Finding finding) {
      finding.file = situation.policy.file;
      finding.line = target.where.line;
      return finding;
    };
    for (const std::string& name : target.kernels)
      if (!situation.here.rows.contains(name))
        findings.add(in_policy({.subject = target.name + " " + name,
                                .message = fmt::format("target '{}': there is no kernel '{}'", target.name, name),
                                .advice = "correct the name in the policy"}));
    std::size_t kernels = 0, behind = 0;
    for (const auto& [name, row] : situation.here.rows) {
      if (!is_in(target, name) || row.state == PortState::exempt) continue;
      ++kernels;
      if (row.state >= wanted) continue;
      ++behind;
      if (target.by < situation.today)
        findings.add({.kernel = name,
                      .subject = target.name,
                      .message = fmt::format("kernel '{}' is {}; target '{}' wanted {} by {}", name,
                                             result::name_of(row.state), target.name, target.state, target.by),
                      .advice = row.reason});
    }
    if (behind > 0 && target.by >= situation.today)
      findings.add(in_policy({.subject = target.name,
                              .message = fmt::format("target '{}': {} of {} kernels are not {} yet; due by {}",
                                                     target.name, behind, kernels, target.state, target.by),
                              .advice = "kparity status lists them"}),
                   Severity::note);
  }
}

}  // namespace kparity::gate
