// For GitLab's code quality widget: an array of issues in the format of Code Climate. GitLab compares the fingerprints
// of two branches itself, so all findings are written.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "plain_text.hpp"
#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

using Json = nlohmann::ordered_json;
using result::Severity;

const char* severity_word(Severity severity) {
  return severity == Severity::error ? "critical" : severity == Severity::warning ? "minor" : "info";
}

void write(const result::PortReport& report, const Style&, std::ostream& out) {
  Json issues = Json::array();
  std::set<std::string> used;
  const auto add = [&](const std::string& rule, const std::string& text, const char* severity, const std::string& file,
                       int line, const std::string& wanted) {
    std::string print = wanted;
    for (int i = 2; !used.insert(print).second; ++i) print = fmt::format("{}-{}", wanted, i);
    issues.push_back({{"description", repaired(text)},
                      {"check_name", rule},
                      {"fingerprint", print},
                      {"severity", severity},
                      {"location", {{"path", file.empty() ? report.folder : file}, {"lines", {{"begin", line}}}}}});
  };
  if (!report.why_nothing.empty())
    add("kparity", report.why_nothing + "; " + report.what_next, "blocker", "", 1, "nothing");
  for (const auto& finding : report.findings)
    add(finding.rule, fmt::format("{}: {}", finding.rule, finding.message), severity_word(finding.severity),
        finding.file, std::max(1, finding.line), fingerprint(finding));
  out << issues.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace

PortFormat codequality() {
  return {"codequality", "For GitLab: a code quality report.", write};
}

}  // namespace kparity::report::port_writers
