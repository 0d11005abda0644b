// For code scanning: SARIF 2.1.0. GitHub shows 5000 results and refuses more than 25000; beyond 1000 nobody reads them,
// so that many are written and the rest is counted.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "plain_text.hpp"
#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

using Json = nlohmann::ordered_json;
using result::Severity;

constexpr std::size_t most_results = 1000;

const char* level_of(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
    case Severity::off: break;
  }
  return "none";
}

/// A relative URI: everything but unreserved characters and slashes is percent-encoded.
std::string uri_of(const std::string& path) {
  std::string uri;
  for (const char c : path) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Json rule_json(const result::RuleInfo& rule) {
  return {{"id", rule.id},
          {"shortDescription", {{"text", rule.title}}},
          {"fullDescription", {{"text", rule.meaning}}},
          {"help", {{"text", fmt::format("{} docs/gate.md of kparity describes all rules.", rule.meaning)}}},
          {"defaultConfiguration", {{"level", level_of(rule.if_raise)}}}};
}

Json location_of(const result::Finding& finding, const std::string& folder) {
  Json physical{{"artifactLocation",
                 {{"uri", uri_of(finding.file.empty() ? folder : finding.file)}, {"uriBaseId", "%SRCROOT%"}}}};
  if (!finding.file.empty()) physical["region"] = {{"startLine", std::max(1, finding.line)}};
  return Json::array({{{"physicalLocation", std::move(physical)}}});
}

Json result_of(const result::Finding& finding, const result::PortReport& report) {
  const std::string text = finding.advice.empty() ? finding.message : finding.message + "\n" + finding.advice;
  Json one{{"ruleId", finding.rule},
           {"level", level_of(finding.severity)},
           {"message", {{"text", repaired(text)}}},
           {"locations", location_of(finding, report.folder)},
           {"partialFingerprints", {{"kparity/v1", fingerprint(finding)}}}};
  if (report.mode == "ratchet") one["baselineState"] = finding.is_new ? "new" : "unchanged";
  return one;
}

void write(const result::PortReport& report, const Style&, std::ostream& out) {
  Json rules = Json::array(), results = Json::array(), notifications = Json::array();
  for (const auto& rule : report.rules) rules.push_back(rule_json(rule));
  for (const auto& finding : report.findings)
    if (results.size() < most_results) results.push_back(result_of(finding, report));
  const auto notify = [&](const char* level, const std::string& text) {
    notifications.push_back({{"level", level}, {"message", {{"text", text}}}});
  };
  if (report.findings.size() > most_results)
    notify("warning", fmt::format("{} of {} findings are shown", most_results, report.findings.size()));
  if (!report.why_nothing.empty()) notify("error", report.why_nothing + "; " + report.what_next);
  for (const std::string& note : report.notes) notify("note", note);
  const Json run{
      {"tool", {{"driver", {{"name", "kparity"}, {"version", report.version}, {"rules", std::move(rules)}}}}},
      {"automationDetails", {{"id", "kparity-gate/"}}},
      {"columnKind", "utf16CodeUnits"},
      {"originalUriBaseIds", {{"%SRCROOT%", {{"description", {{"text", "The top of the repository."}}}}}}},
      {"invocations", Json::array({{{"executionSuccessful", report.why_nothing.empty()},
                                    {"exitCode", result::exit_code(report)},
                                    {"toolExecutionNotifications", std::move(notifications)}}})},
      {"results", std::move(results)}};
  const Json whole{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  out << whole.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace

PortFormat sarif() {
  return {"sarif", "For code scanning: SARIF 2.1.0, at most 1000 results.", write};
}

}  // namespace kparity::report::port_writers
