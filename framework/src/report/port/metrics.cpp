// For GitLab's metrics report, in the text format of OpenMetrics: kernels by state, findings by severity.
#include <fmt/format.h>

#include <algorithm>

#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

void write(const result::PortReport& report, const Style&, std::ostream& out) {
  const auto states = result::kernels_by_state(report.kernels);
  out << "# TYPE kparity_kernels gauge\n";
  for (const auto& info : result::port_state_table()) {
    const auto found = states.find(std::string(info.name));
    out << fmt::format("kparity_kernels{{state=\"{}\"}} {}\n", info.name, found == states.end() ? 0 : found->second);
  }
  if (report.command == "gate") {
    out << "# TYPE kparity_findings gauge\n";
    for (const auto severity : {result::Severity::error, result::Severity::warning, result::Severity::note}) {
      const auto count = std::count_if(report.findings.begin(), report.findings.end(),
                                       [&](const auto& finding) { return finding.severity == severity; });
      out << fmt::format("kparity_findings{{severity=\"{}\"}} {}\n", result::name_of(severity), count);
    }
  }
  out << "# EOF\n";
}

}  // namespace

PortFormat metrics() {
  return {"metrics", "For GitLab: a metrics report.", write};
}

}  // namespace kparity::report::port_writers
