// KP106, KP112 and KP113: what device runs say about the present sources.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "kparity/implementation.hpp"
#include "situation.hpp"
#include "states.hpp"

namespace kparity::gate {

using result::Severity;

namespace {

const Evidence* evidence_of(const Situation& situation, const std::string& kernel) {
  const auto found = situation.here.tree->evidence.find(kernel);
  return found == situation.here.tree->evidence.end() ? nullptr : &found->second;
}

/// What is wrong with the evidence of a ported kernel, or empty.
std::string why_no_evidence(const Situation& situation, const KernelFacts& facts, const result::PortedKernel& row,
                            const Evidence* evidence) {
  const bool is_changed = situation.base && row.changed;
  if (evidence == nullptr) return is_changed ? "changed and has no evidence of a device run" : "";
  if (const std::string why = why_not_accepted(*evidence, situation.policy); !why.empty())
    return fmt::format("has evidence that is not accepted: {}", why);
  if (!is_fresh(facts, *evidence))
    return !situation.base || is_changed
               ? fmt::format("changed since its evidence of {} ({})", evidence->date, origin_of(*evidence))
               : "";
  const EvidenceCheck* red = first_red(*evidence);
  const bool is_said = row.before && *row.before > row.state;  // KP102
  if (red != nullptr && !is_said && red->id != facts.kernel + ".compile.cuda")
    return fmt::format("failed on {}: {} says {}: {}", evidence->device, red->id, red->verdict, red->reason);
  return is_changed && red == nullptr && !is_verified(*evidence) ? "has evidence without a parity check on a device"
                                                                 : "";
}

/// "n=1000000" of `{n: 1000000}` stands among the words of "n=1000000 T=double".
bool is_at(const spec::BenchPromise& promise, const std::string& point) {
  const std::string words = " " + point + " ";
  return std::all_of(promise.at.begin(), promise.at.end(), [&](const spec::BenchValue& value) {
    const auto* number = std::get_if<double>(&value.value);
    const std::string text =
        number != nullptr ? fmt::format("{:g}", *number) : std::get<Expression>(value.value).text();
    return words.find(fmt::format(" {}={} ", value.name, text)) != std::string::npos;
  });
}

struct Fastest {
  double cuda = std::numeric_limits<double>::infinity(), host = std::numeric_limits<double>::infinity();
};

Fastest fastest_at(const spec::BenchPromise& promise, const Evidence& evidence) {
  Fastest fastest;
  for (const EvidenceTime& time : evidence.times) {
    if (!is_at(promise, time.point)) continue;
    double& best = time.implementation == cuda_name ? fastest.cuda : fastest.host;
    best = std::min(best, time.seconds);
  }
  return fastest;
}

/// Blocks that the registers of a multiprocessor are enough for: 64 K of them, handed out to warps in steps of 256.
unsigned blocks_that_fit(const EvidenceCode& code) {
  constexpr unsigned registers = 65536, warp = 32, step = 8, most = 32, warps_per_multiprocessor = 64;
  const unsigned warps = std::max(1u, (code.threads + warp - 1) / warp);
  const unsigned of_warp = (std::max(1u, code.registers) + step - 1) / step * step * warp;
  return std::min({most, warps_per_multiprocessor / warps, registers / of_warp / warps});
}

}  // namespace

void check_evidence(const Situation& situation, const Findings& findings) {
  for (const auto& [name, facts] : situation.here.tree->kernels) {
    const result::PortedKernel& row = situation.here.rows.at(name);
    if (!result::is_ported(row.state) || facts.parameters == Parameters::differ || facts.hash.empty()) continue;
    const std::string why = why_no_evidence(situation, facts, row, evidence_of(situation, name));
    if (why.empty()) continue;
    const bool advisory = situation.policy.evidence == "advisory";
    result::Finding finding{.kernel = name,
                            .file = facts.cuda_file,
                            .message = fmt::format("kernel '{}' {}", name, why),
                            .advice = fmt::format("on a machine with a GPU: kparity check {} {} --place device --place "
                                                  "host --evidence beside",
                                                  situation.folder, name)};
    if (advisory) {
      findings.add(finding, Severity::warning);
    } else {
      findings.add(finding);
    }
  }
}

void check_promises(const Situation& situation, const Findings& findings) {
  for (const auto& [name, facts] : situation.here.tree->kernels) {
    const Evidence* evidence = evidence_of(situation, name);
    if (evidence == nullptr || !is_fresh(facts, *evidence) || !facts.spec->bench) continue;
    const auto& promise = facts.spec->bench->must_beat_host;
    if (!promise || promise->counting != "kernel") continue;
    const Fastest fastest = fastest_at(*promise, *evidence);
    if (fastest.cuda == std::numeric_limits<double>::infinity() || fastest.host <= 0 ||
        fastest.host == std::numeric_limits<double>::infinity() || fastest.host / fastest.cuda >= promise->by)
      continue;
    findings.add({.kernel = name,
                  .file = facts.file,
                  .line = promise->where.line,
                  .message = fmt::format("kernel '{}' is {:.2f} times as fast as the best host implementation on {}; "
                                         "`must_beat_host` promises {:g}",
                                         name, fastest.host / fastest.cuda, evidence->device, promise->by),
                  .advice = "make it faster, or take the promise back"});
  }
}

void check_registers(const Situation& situation, const Findings& findings) {
  for (const auto& [name, facts] : situation.here.tree->kernels) {
    const Evidence *now = evidence_of(situation, name), *before = situation.evidence_before(name);
    if (now == nullptr || before == nullptr || !is_fresh(facts, *now)) continue;
    for (const EvidenceCode& code : now->code) {
      const auto same = std::find_if(before->code.begin(), before->code.end(), [&](const EvidenceCode& old) {
        return old.architecture == code.architecture && old.types == code.types;
      });
      if (same == before->code.end() || code.registers <= same->registers) continue;
      const unsigned fit = blocks_that_fit(code), did_fit = blocks_that_fit(*same);
      if (fit >= did_fit) continue;
      findings.add({.kernel = name,
                    .subject = code.architecture + " " + code.types,
                    .file = facts.cuda_file,
                    .message = fmt::format("kernel '{}' takes {} registers instead of {} for {}: {} blocks instead of "
                                           "{} fit on a multiprocessor",
                                           name, code.registers, same->registers, code.architecture, fit, did_fit),
                    .advice = "look at its times, or give it __launch_bounds__"});
      break;
    }
  }
}

}  // namespace kparity::gate
