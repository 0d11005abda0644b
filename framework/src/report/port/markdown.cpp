// For the summary of a step, a comment or a wiki: tables in Markdown. GitHub drops a step summary beyond 1 MiB as a
// whole, so the page ends before 900 KB and says so.
#include <fmt/format.h>

#include <sstream>

#include "plain_text.hpp"
#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

constexpr std::size_t most_bytes = 900'000;

/// Within a cell: no line ends, no bars, no tags.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : repaired(text)) {
    if (c == '\n') {
      out += ' ';
    } else if (c == '|') {
      out += "\\|";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

/// Adds lines as long as there is room for them.
class Page {
 public:
  explicit Page(std::ostream& out) : out_(out) {}
  void add(const std::string& line) {
    if (bytes_ + line.size() > most_bytes) {
      ++dropped_;
      return;
    }
    bytes_ += line.size();
    out_ << line;
  }
  ~Page() {
    if (dropped_ > 0) out_ << fmt::format("\n{} more lines did not fit.\n", dropped_);
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

 private:
  std::ostream& out_;
  std::size_t bytes_ = 0, dropped_ = 0;
};

void add_findings(const result::PortReport& report, bool of_new, const char* title, Page& page) {
  bool first = true;
  for (const auto& finding : report.findings) {
    if (finding.is_new != of_new) continue;
    if (first)
      page.add(
          fmt::format("\n### {}\n\n| rule | severity | where | what | what to do |\n| --- | --- | --- | --- | --- "
                      "|\n",
                      title));
    first = false;
    const std::string place = place_of(finding);
    page.add(fmt::format("| {} | {} | {} | {} | {} |\n", finding.rule, result::name_of(finding.severity),
                         place.empty() ? "" : fmt::format("`{}`", cell(place)), cell(finding.message),
                         cell(finding.advice)));
  }
}

void write(const result::PortReport& report, const Style&, std::ostream& out) {
  Page page(out);
  if (report.command == "gate") {
    page.add(fmt::format("## Porting gate {}\n\n", cell(verdict_line(report))));
    if (!report.what_next.empty()) page.add(fmt::format("What next: `{}`\n\n", cell(report.what_next)));
    if (!report.base.empty()) page.add(fmt::format("Compared with {}.\n\n", cell(report.base)));
  }
  page.add(result::port_summary(report.kernels) + "\n");
  add_findings(report, true, report.mode == "ratchet" ? "New here" : "Findings", page);
  add_findings(report, false, "Already so in the base", page);
  page.add("\n| kernel | state | missing_cuda | note |\n| --- | --- | --- | --- |\n");
  for (const auto& row : report.kernels)
    page.add(fmt::format("| {} | {} | {} | {} |\n", cell(row.kernel), result::name_of(row.state), row.missing_cuda,
                         cell(row.reason)));
  for (const std::string& note : report.notes) page.add(fmt::format("\nNote: {}.\n", cell(note)));
}

}  // namespace

PortFormat markdown() {
  return {"markdown", "For step summaries and comments: tables, at most 900 KB.", write};
}

}  // namespace kparity::report::port_writers
