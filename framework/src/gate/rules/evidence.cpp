// KP106, KP112 and KP113: what device runs say about the present sources.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "kparity/implementation.hpp"
#include "multiprocessor.hpp"
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

/// A size as a point of a benchmark has it: 1000000, never 1e+06.
std::string number_text(double number) {
  const auto whole = static_cast<std::int64_t>(number);
  return static_cast<double>(whole) == number ? fmt::format("{}", whole) : fmt::format("{}", number);
}

/// "n=1000000" of `{n: 1000000}` stands among the words of "n=1000000 T=double".
bool is_at(const spec::BenchPromise& promise, const std::string& point) {
  const std::string words = " " + point + " ";
  return std::all_of(promise.at.begin(), promise.at.end(), [&](const spec::BenchValue& value) {
    const auto* number = std::get_if<double>(&value.value);
    const std::string text = number != nullptr ? number_text(*number) : std::get<Expression>(value.value).text();
    return words.find(fmt::format(" {}={} ", value.name, text)) != std::string::npos;
  });
}

/// Seconds of an implementation on a device at one point: the kernel, the kernel with its copies, or a whole call.
/// None where that was not measured.
std::optional<double> device_seconds(const std::string& counting, const std::map<std::string, double>& parts) {
  const auto of = [&](const char* what) {
    const auto found = parts.find(what);
    return found == parts.end() ? std::optional<double>() : found->second;
  };
  if (counting == "call") return of("call");
  const auto kernel = of("kernel");
  if (counting == "kernel" || !kernel) return kernel;
  // A kernel without inputs copies nothing in; one that was measured without copies has none at all.
  if (!of("copy_in") && !of("copy_out")) return std::nullopt;
  return *kernel + of("copy_in").value_or(0) + of("copy_out").value_or(0);
}

struct Fastest {
  double device = std::numeric_limits<double>::infinity(), host = std::numeric_limits<double>::infinity();
  bool is_known() const { return std::isfinite(device) && std::isfinite(host) && device > 0; }
};

/// At the worst of the points that the promise is about, which may be instantiations.
Fastest fastest_at(const spec::BenchPromise& promise, const Evidence& evidence) {
  struct Point {
    std::map<std::string, double> device;
    double host = std::numeric_limits<double>::infinity();
  };
  std::map<std::string, Point> points;
  for (const EvidenceTime& time : evidence.times) {
    if (!is_at(promise, time.point)) continue;
    Point& point = points[time.point];
    if (time.implementation == cuda_name) {
      point.device[time.what] = time.seconds;
    } else {
      point.host = std::min(point.host, time.seconds);
    }
  }
  std::optional<Fastest> worst;
  for (const auto& [name, point] : points) {
    const auto device = device_seconds(promise.counting, point.device);
    const Fastest here{device.value_or(std::numeric_limits<double>::infinity()), point.host};
    if (here.is_known() && (!worst || here.host / here.device < worst->host / worst->device)) worst = here;
  }
  return worst.value_or(Fastest{});
}

const char* what_counts(const std::string& counting) {
  if (counting == "copies") return "with its copies ";
  return counting == "call" ? "as a whole call " : "";
}

/// How the code of a kernel costs more of a multiprocessor than before; empty if it does not.
std::string why_worse(const EvidenceCode& now, const EvidenceCode& before) {
  const unsigned fit = blocks_that_fit(now), did_fit = blocks_that_fit(before);
  if (fit < did_fit) {
    std::string grown;
    if (now.registers > before.registers)
      grown = fmt::format("{} registers instead of {}", now.registers, before.registers);
    if (now.shared_memory > before.shared_memory)
      grown += fmt::format("{}{} bytes of shared memory instead of {}", grown.empty() ? "" : " and ", now.shared_memory,
                           before.shared_memory);
    if (now.threads > before.threads)
      grown +=
          fmt::format("{}{} threads a block instead of {}", grown.empty() ? "" : " and ", now.threads, before.threads);
    return fmt::format("takes {}: {} blocks instead of {} fit on a multiprocessor", grown, fit, did_fit);
  }
  if (now.local_memory && before.local_memory && *now.local_memory > *before.local_memory)
    return fmt::format("takes {} bytes of local memory a thread instead of {}: spilled registers, or local arrays",
                       *now.local_memory, *before.local_memory);
  return "";
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
    if (!promise || evidence->times.empty()) continue;
    const Fastest fastest = fastest_at(*promise, *evidence);
    result::Finding finding{.kernel = name, .file = facts.file, .line = promise->where.line};
    if (!fastest.is_known()) {
      finding.message = fmt::format(
          "`must_beat_host` of kernel '{}' (counting: {}) cannot be judged: its evidence has no such times of a device "
          "and "
          "a host for that size",
          name, promise->counting);
      finding.advice = "measure that size on a machine with a GPU: kparity bench --evidence beside";
      findings.add(finding, Severity::note);
    } else if (fastest.host / fastest.device < promise->by) {
      finding.message = fmt::format(
          "kernel '{}' {}is {:.2f} times as fast as the best host implementation on {}; `must_beat_host` promises {:g}",
          name, what_counts(promise->counting), fastest.host / fastest.device, evidence->device, promise->by);
      finding.advice = "make it faster, or take the promise back";
      findings.add(finding);
    }
  }
}

void check_code(const Situation& situation, const Findings& findings) {
  for (const auto& [name, facts] : situation.here.tree->kernels) {
    const Evidence *now = evidence_of(situation, name), *before = situation.evidence_before(name);
    if (now == nullptr || before == nullptr || !is_fresh(facts, *now)) continue;
    for (const EvidenceCode& code : now->code) {
      const auto same = std::find_if(before->code.begin(), before->code.end(), [&](const EvidenceCode& old) {
        return old.architecture == code.architecture && old.types == code.types;
      });
      if (same == before->code.end()) continue;
      const std::string why = why_worse(code, *same);
      if (why.empty()) continue;
      findings.add({.kernel = name,
                    .subject = code.architecture + " " + code.types,
                    .file = facts.cuda_file,
                    .message = fmt::format("kernel '{}' {} for {}", name, why, code.architecture),
                    .advice = "look at its times, or give it __launch_bounds__"});
      break;
    }
  }
}

}  // namespace kparity::gate
