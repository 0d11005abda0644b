// For people: outcomes in the order they came, then the closing lines.
#include "kparity/report/report.hpp"
#include "plain_text.hpp"

namespace kparity::report::writers {

namespace {

void write(const result::Report& report, const Style& style, std::ostream& out) {
  for (const std::string& warning : report.warnings)
    out << "warning: " << wrapped(repaired(warning), 9, style.width) << "\n";
  for (const result::Outcome& outcome : report.outcomes) out << text_of(outcome, style);
  out << summary_text(report, style);
}

}  // namespace

Format text() {
  return {"text", "For people: a line per check, a block per failure, closing counts.", write};
}

}  // namespace kparity::report::writers
