// Workflow commands for GitHub Actions, which become annotations. GitHub shows ten of each kind a step and drops the
// rest without a word: nine are written, then how many more there are.
#include <fmt/format.h>

#include "plain_text.hpp"
#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

using result::Severity;

constexpr std::size_t most_of_a_kind = 9;

std::string message_text(std::string_view text) {
  std::string out;
  for (const char c : repaired(text)) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\n') {
      out += "%0A";
    } else if (c == '\r') {
      out += "%0D";
    } else {
      out += c;
    }
  }
  return out;
}

std::string property_text(std::string_view text) {
  std::string out;
  for (const char c : message_text(text)) out += c == ':' ? "%3A" : c == ',' ? "%2C" : std::string(1, c);
  return out;
}

const char* command_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "notice";
}

void write_command(const result::Finding& finding, std::ostream& out) {
  std::string properties;
  if (!finding.file.empty()) properties += fmt::format("file={},", property_text(finding.file));
  if (!finding.file.empty() && finding.line > 0) properties += fmt::format("line={},", finding.line);
  const std::string title = finding.kernel.empty() ? finding.rule : finding.rule + " " + finding.kernel;
  const std::string text = finding.advice.empty() ? finding.message : finding.message + "\n" + finding.advice;
  out << fmt::format("::{} {}title={}::{}\n", command_of(finding.severity), properties, property_text(title),
                     message_text(text));
}

void write(const result::PortReport& report, const Style&, std::ostream& out) {
  if (!report.why_nothing.empty())
    out << fmt::format("::error title=kparity gate::{}\n", message_text(report.why_nothing + "\n" + report.what_next));
  const auto shown = to_show(report);
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    std::size_t written = 0, more = 0;
    const std::size_t free =
        severity == Severity::error && !report.why_nothing.empty() ? most_of_a_kind - 1 : most_of_a_kind;
    for (const result::Finding* finding : shown) {
      if (finding->severity != severity) continue;
      if (written < free) write_command(*finding, out);
      (written < free ? written : more) += 1;
    }
    if (more > 0)
      out << fmt::format("::{} title=kparity gate::{} more of this kind; the report has all of them\n",
                         command_of(severity), more);
  }
}

}  // namespace

PortFormat github() {
  return {"github", "For GitHub Actions: annotations, at most ten of each kind.", write};
}

}  // namespace kparity::report::port_writers
