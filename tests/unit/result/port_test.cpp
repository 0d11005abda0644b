// The summary line of a port and the exit codes of the gate.
#include "kparity/result/port.hpp"

#include <gtest/gtest.h>

namespace kparity::result {
namespace {

PortedKernel kernel(const std::string& name, PortState state) {
  PortedKernel row;
  row.kernel = name;
  row.state = state;
  return row;
}

TEST(PortSummary, names_what_is_missing_and_ends_after_ten) {
  EXPECT_EQ(port_summary({}), "CUDA kernels: 0 of 0");
  EXPECT_EQ(port_summary({kernel("axpy", PortState::declared)}), "CUDA kernels: 1 of 1");
  EXPECT_EQ(port_summary({kernel("a", PortState::verified), kernel("b", PortState::signature),
                          kernel("sort", PortState::unported)}),
            "CUDA kernels: 2 of 3 (missing: sort)");
  EXPECT_EQ(port_summary({kernel("a", PortState::exempt), kernel("b", PortState::unported)}),
            "CUDA kernels: 0 of 2 (missing: a, b)");
  std::vector<PortedKernel> many;
  for (int i = 0; i < 12; ++i) many.push_back(kernel("k" + std::to_string(i), PortState::unported));
  EXPECT_EQ(port_summary(many), "CUDA kernels: 0 of 12 (missing: k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, ...)");
  EXPECT_EQ(port_summary(many, 0), "CUDA kernels: 0 of 12 (missing: ...)");
}

Finding finding(Severity severity, bool is_new) {
  Finding one;
  one.severity = severity;
  one.is_new = is_new;
  return one;
}

TEST(PortReport, severity_age_and_silence_decide_the_exit_code) {
  PortReport report;
  EXPECT_EQ(exit_code(report), 0);
  report.findings = {finding(Severity::warning, true), finding(Severity::note, true)};
  EXPECT_EQ(exit_code(report), 0);
  report.fail_on = Severity::warning;
  EXPECT_EQ(exit_code(report), 1);
  report.findings = {finding(Severity::error, false)};
  EXPECT_EQ(exit_code(report), 1);
  EXPECT_EQ(exit_reason(report), "1 error");
  report.counts_old = false;
  EXPECT_EQ(exit_code(report), 0);
  EXPECT_EQ(exit_reason(report), "no finding counts");
  report.findings.push_back(finding(Severity::error, true));
  report.findings.push_back(finding(Severity::warning, true));
  EXPECT_EQ(exit_reason(report), "1 error and 1 warning, new here");
  report.why_nothing = "no base";
  EXPECT_EQ(exit_code(report), 4);
}

TEST(PortStates, names_read_back) {
  for (const PortStateInfo& info : port_state_table()) {
    EXPECT_EQ(port_state_of(info.name), info.state);
    EXPECT_EQ(name_of(info.state), info.name);
  }
  EXPECT_FALSE(port_state_of("done"));
  EXPECT_EQ(severity_of("warning"), Severity::warning);
  EXPECT_FALSE(severity_of("fatal"));
}

}  // namespace
}  // namespace kparity::result
