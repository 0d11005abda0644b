// For people: the verdict, then what is new, what was so before, and what was not looked at.
#include <fmt/format.h>

#include <algorithm>

#include "plain_text.hpp"
#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

using result::Finding;
using result::PortReport;
using result::Severity;

std::string colored(std::string_view text, const char* code, const Style& style) {
  return style.color ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

const char* color_of(Severity severity) {
  return severity == Severity::error ? "31" : severity == Severity::warning ? "33" : "36";
}

void write_finding(const Finding& finding, const Style& style, std::ostream& out) {
  const std::string place = place_of(finding);
  const std::string severity = fmt::format("{:<7}", result::name_of(finding.severity));
  out << fmt::format("  {} {}  {}{}{}\n", finding.rule, colored(severity, color_of(finding.severity), style), place,
                     place.empty() ? "" : ": ", repaired(finding.message));
  if (!finding.advice.empty()) out << fmt::format("                 {}\n", repaired(finding.advice));
}

template <class Wanted>
void write_section(const PortReport& report, const Style& style, const char* title, std::ostream& out, Wanted wanted) {
  if (std::none_of(report.findings.begin(), report.findings.end(), wanted)) return;
  out << '\n' << colored(title, "1", style) << '\n';
  for (const Finding& finding : report.findings)
    if (wanted(finding)) write_finding(finding, style, out);
}

void write_findings(const PortReport& report, const Style& style, std::ostream& out) {
  const bool ratchet = report.mode == "ratchet";
  write_section(report, style, "Checks that were weakened", out,
                [](const Finding& finding) { return finding.rule == "KP107" && finding.is_new; });
  write_section(report, style, ratchet ? "New here" : "Findings", out,
                [](const Finding& finding) { return finding.rule != "KP107" && finding.is_new; });
  write_section(report, style, report.counts_old ? "Already so in the base" : "Already so in the base (not counted)",
                out, [](const Finding& finding) { return !finding.is_new; });
}

void write_rows(const PortReport& report, std::ostream& out) {
  out << '\n';
  for (const auto& row : report.kernels)
    out << fmt::format("{:<14} {:<10} missing_cuda: {:<9} {}\n", row.kernel, result::name_of(row.state),
                       row.missing_cuda, repaired(row.reason));
}

void write_evidence(const PortReport& report, std::ostream& out) {
  std::vector<std::string> lines;
  for (const auto& row : report.kernels)
    if (row.evidence)
      lines.push_back(fmt::format("  {:<14} {:<6} {} on {}, {}, {}\n", row.kernel,
                                  row.evidence->fresh ? "fresh" : "stale", row.evidence->verdict, row.evidence->device,
                                  row.evidence->date, row.evidence->origin));
  if (lines.empty()) return;
  constexpr std::size_t most = 20;
  out << "\nEvidence\n";
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) out << lines[i];
  if (lines.size() > most) out << fmt::format("  and of {} more kernels\n", lines.size() - most);
}

void write(const PortReport& report, const Style& style, std::ostream& out) {
  const bool gate = report.command == "gate";
  if (gate) {
    const char* color = result::exit_code(report) == 0 ? "32" : "31";
    out << colored("gate " + verdict_line(report), color, style) << '\n';
    if (!report.what_next.empty()) out << "  what next: " << report.what_next << '\n';
    if (!report.base.empty()) out << "  compared with " << report.base << '\n';
  }
  if (!report.kernels.empty()) out << result::port_summary(report.kernels) << '\n';
  if (!gate) write_rows(report, out);
  write_findings(report, style, out);
  if (gate) write_evidence(report, out);
  if (!report.notes.empty()) out << '\n';
  for (const std::string& note : report.notes) out << "note: " << note << '\n';
}

}  // namespace

PortFormat text() {
  return {"text", "For people: verdict, findings with what to do, states.", write};
}

}  // namespace kparity::report::port_writers
