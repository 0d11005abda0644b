// The tables of states and severities, and what a report amounts to.
#include "kparity/result/port.hpp"

#include <algorithm>

namespace kparity::result {

const std::vector<PortStateInfo>& port_state_table() {
  static const std::vector<PortStateInfo> table{
      {PortState::unported, "unported", "There is no CUDA file, or it does not define the kernel."},
      {PortState::exempt, "exempt", "The spec says with reason, owner and date that it need not be ported yet."},
      {PortState::declared, "declared",
       "The CUDA file defines the kernel; its parameters differ or could not be read."},
      {PortState::signature, "signature", "Its parameters agree with the spec."},
      {PortState::compiles, "compiles", "It compiles for every architecture, or did before its sources changed."},
      {PortState::verified, "verified", "A device run of these very sources agreed with the reference."},
      {PortState::measured, "measured", "And it was timed on a device."},
  };
  return table;
}

std::string_view name_of(PortState state) {
  return port_state_table()[static_cast<std::size_t>(state)].name;
}

std::optional<PortState> port_state_of(std::string_view name) {
  for (const PortStateInfo& info : port_state_table())
    if (info.name == name) return info.state;
  return std::nullopt;
}

bool is_ported(PortState state) {
  return state >= PortState::declared;
}

std::string_view name_of(Severity severity) {
  constexpr std::string_view names[]{"off", "note", "warning", "error"};
  return names[static_cast<std::size_t>(severity)];
}

std::optional<Severity> severity_of(std::string_view name) {
  for (const Severity severity : {Severity::off, Severity::note, Severity::warning, Severity::error})
    if (name_of(severity) == name) return severity;
  return std::nullopt;
}

bool counts(const PortReport& report, const Finding& finding) {
  return finding.severity >= report.fail_on && (finding.is_new || report.counts_old);
}

int exit_code(const PortReport& report) {
  if (!report.why_nothing.empty()) return 4;
  const auto red = [&](const Finding& finding) { return counts(report, finding); };
  return std::any_of(report.findings.begin(), report.findings.end(), red) ? 1 : 0;
}

std::string exit_reason(const PortReport& report) {
  if (!report.why_nothing.empty()) return report.why_nothing;
  const auto counted = [&](Severity severity) {
    return std::count_if(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
      return finding.severity == severity && counts(report, finding);
    });
  };
  const auto errors = counted(Severity::error), warnings = counted(Severity::warning);
  std::string text;
  if (errors > 0) text = std::to_string(errors) + (errors == 1 ? " error" : " errors");
  if (warnings > 0)
    text += (text.empty() ? "" : " and ") + std::to_string(warnings) + (warnings == 1 ? " warning" : " warnings");
  return text.empty() ? "no finding counts" : text + (report.counts_old ? "" : ", new here");
}

std::string port_summary(const std::vector<PortedKernel>& kernels, std::size_t most) {
  std::size_t ported = 0;
  std::vector<std::string> missing;
  for (const PortedKernel& kernel : kernels) {
    ported += is_ported(kernel.state);
    if (!is_ported(kernel.state)) missing.push_back(kernel.kernel);
  }
  std::string text = "CUDA kernels: " + std::to_string(ported) + " of " + std::to_string(kernels.size());
  for (std::size_t i = 0; i < missing.size() && i < most; ++i) text += (i == 0 ? " (missing: " : ", ") + missing[i];
  if (missing.size() > most) text += most == 0 ? " (missing: ..." : ", ...";
  return missing.empty() ? text : text + ")";
}

std::map<std::string, std::uint64_t> kernels_by_state(const std::vector<PortedKernel>& kernels) {
  std::map<std::string, std::uint64_t> counts;
  for (const PortedKernel& kernel : kernels) ++counts[std::string(name_of(kernel.state))];
  return counts;
}

}  // namespace kparity::result
