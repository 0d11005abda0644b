// For programs, and for the history of a page: everything, schema version 1.
#include <nlohmann/json.hpp>

#include "port_writers.hpp"

namespace kparity::report::port_writers {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const result::PortedKernel& row) {
  Json evidence = nullptr;
  if (row.evidence)
    evidence = {{"file", row.evidence->file},     {"date", row.evidence->date},       {"device", row.evidence->device},
                {"origin", row.evidence->origin}, {"verdict", row.evidence->verdict}, {"fresh", row.evidence->fresh}};
  return {{"kernel", row.kernel},
          {"state", result::name_of(row.state)},
          {"before", row.before ? Json(result::name_of(*row.before)) : Json(nullptr)},
          {"hash", row.hash},
          {"changed", row.changed},
          {"missing_cuda", row.missing_cuda},
          {"note", row.reason},
          {"exemption", row.exemption},
          {"file", row.file},
          {"line", row.line},
          {"evidence", std::move(evidence)}};
}

Json json_of(const result::Finding& finding) {
  return {{"rule", finding.rule},       {"severity", result::name_of(finding.severity)},
          {"new", finding.is_new},      {"kernel", finding.kernel},
          {"subject", finding.subject}, {"file", finding.file},
          {"line", finding.line},       {"message", finding.message},
          {"advice", finding.advice},   {"fingerprint", fingerprint(finding)}};
}

void write(const result::PortReport& report, const Style&, std::ostream& out) {
  Json kernels = Json::array(), findings = Json::array();
  for (const auto& row : report.kernels) kernels.push_back(json_of(row));
  for (const auto& finding : report.findings) findings.push_back(json_of(finding));
  Json whole{{"schema", 1},
             {"kparity", report.version},
             {"command", report.command},
             {"date", report.date},
             {"summary", result::port_summary(report.kernels)},
             {"states", result::kernels_by_state(report.kernels)}};
  if (report.command == "gate") {
    whole["mode"] = report.mode;
    whole["base"] = report.base;
    whole["fail_on"] = result::name_of(report.fail_on);
    whole["exit_code"] = result::exit_code(report);
    whole["exit_reason"] = result::exit_reason(report);
    whole["what_next"] = report.what_next;
    whole["removed"] = report.removed;
    whole["findings"] = std::move(findings);
    whole["seconds"] = report.seconds;
  }
  whole["notes"] = report.notes;
  whole["kernels"] = std::move(kernels);
  out << whole.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace

PortFormat json() {
  return {"json", "For programs: states, findings, evidence; what `--history` reads.", write};
}

}  // namespace kparity::report::port_writers
