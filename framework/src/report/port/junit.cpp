// For CI: JUnit XML, a test case per kernel. Findings that count are failures, exempt kernels are skipped with their
// reason, and a run that could say nothing is an error, never an empty suite. States are properties of the suite, since
// the schema of Jenkins knows none of a test case.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

struct Case {
  std::string name;
  const result::PortedKernel* row = nullptr;
  std::vector<const result::Finding*> failures, others;
};

std::string line_of(const result::Finding& finding) {
  return fmt::format("{} {}: {}{}", finding.rule, result::name_of(finding.severity),
                     finding.file.empty() ? "" : place_of(finding) + ": ", finding.message);
}

std::vector<Case> cases_of(const result::PortReport& report) {
  std::vector<Case> cases;
  std::map<std::string, std::size_t> index;
  for (const auto& row : report.kernels) {
    index.emplace(row.kernel, cases.size());
    cases.push_back({row.kernel, &row, {}, {}});
  }
  cases.push_back({"whole", nullptr, {}, {}});  // what is about no kernel that is there
  for (const auto& finding : report.findings) {
    const auto found = index.find(finding.kernel);
    Case& of = found == index.end() ? cases.back() : cases[found->second];
    (result::counts(report, finding) ? of.failures : of.others).push_back(&finding);
  }
  return cases;
}

bool is_skipped(const Case& each) {
  return each.failures.empty() && each.row != nullptr && each.row->state == result::PortState::exempt;
}

void write_case(const Case& each, const result::PortReport& report, std::ostream& out) {
  out << fmt::format("    <testcase classname=\"kparity.port\" name=\"{}\" time=\"0\">\n", escaped(each.name));
  if (each.row == nullptr && !report.why_nothing.empty())
    out << fmt::format("      <error type=\"nothing\" message=\"{}\">{}</error>\n", escaped(report.why_nothing),
                       escaped(report.what_next));
  if (is_skipped(each)) out << fmt::format("      <skipped message=\"exempt: {}\"/>\n", escaped(each.row->exemption));
  for (const auto* finding : each.failures)
    out << fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", finding->rule,
                       escaped(finding->message), escaped(line_of(*finding) + "\n" + finding->advice));
  if (!each.others.empty()) {
    out << "      <system-out>";
    for (const auto* finding : each.others) out << escaped(line_of(*finding) + "\n");
    out << "</system-out>\n";
  }
  out << "    </testcase>\n";
}

void write(const result::PortReport& report, const Style&, std::ostream& out) {
  const auto cases = cases_of(report);
  const auto failed =
      std::count_if(cases.begin(), cases.end(), [](const Case& each) { return !each.failures.empty(); });
  const auto skipped = std::count_if(cases.begin(), cases.end(), is_skipped);
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", cases.size(),
                                         failed, report.why_nothing.empty() ? 0 : 1, report.seconds);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out << fmt::format("<testsuites name=\"kparity {}\" {}>\n  <testsuite name=\"kparity.port\" {} skipped=\"{}\">\n",
                     escaped(report.command), counts, counts, skipped);
  out << "    <properties>\n";
  for (const auto& row : report.kernels)
    out << fmt::format("      <property name=\"state.{}\" value=\"{}\"/>\n", escaped(row.kernel),
                       result::name_of(row.state));
  out << "    </properties>\n";
  for (const Case& each : cases) write_case(each, report, out);
  out << "  </testsuite>\n</testsuites>\n";
}

}  // namespace

PortFormat junit() {
  return {"junit", "For CI: JUnit XML, a test case per kernel.", write};
}

}  // namespace kparity::report::port_writers
