// Every verdict is in the table, and names, redness and exit codes follow the design.
#include "kparity/result/result.hpp"

#include <gmock/gmock.h>

#include <set>

namespace kparity::result {
namespace {

Report report_of(std::vector<Verdict> verdicts) {
  Report report;
  for (const Verdict verdict : verdicts) {
    Outcome outcome;
    outcome.verdict = verdict;
    report.outcomes.push_back(outcome);
  }
  return report;
}

TEST(VerdictTable, has_every_verdict_once_in_the_order_of_the_enumeration) {
  const auto& table = verdict_table();
  ASSERT_EQ(table.size(), static_cast<std::size_t>(Verdict::expected_failure) + 1);
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_EQ(table[i].verdict, static_cast<Verdict>(i)) << table[i].name;
}

TEST(VerdictTable, says_what_each_means_and_what_to_do_in_one_sentence) {
  std::set<std::string_view> names;
  for (const VerdictInfo& info : verdict_table()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_TRUE(info.meaning.ends_with('.')) << info.name;
    EXPECT_TRUE(info.advice.ends_with('.')) << info.name;
    EXPECT_LE(info.meaning.size(), 120u) << info.name;
  }
}

TEST(Verdict, names_are_words) {
  EXPECT_EQ(name_of(Verdict::pass), "pass");
  EXPECT_EQ(name_of(Verdict::expected_failure), "expected failure");
  EXPECT_EQ(name_of(static_cast<Verdict>(200)), "unknown");
}

TEST(Verdict, red_are_all_but_pass_expected_failure_and_what_did_not_run) {
  for (const VerdictInfo& info : verdict_table()) {
    const bool green = info.verdict == Verdict::pass || info.verdict == Verdict::expected_failure;
    const bool did_not_run = info.verdict == Verdict::skipped || info.verdict == Verdict::unchecked;
    EXPECT_EQ(is_red(info.verdict, false), !green && !did_not_run) << info.name;
    EXPECT_EQ(is_red(info.verdict, true), !green) << info.name;
  }
}

TEST(Id, is_kernel_check_and_implementation) {
  Outcome outcome;
  outcome.kernel = "axpy";
  outcome.check = "signature";
  EXPECT_EQ(id_of(outcome), "axpy.signature");
  outcome.check = "parity";
  outcome.implementation = "openmp";
  EXPECT_EQ(id_of(outcome), "axpy.parity.openmp");
}

TEST(ExitCode, is_0_when_something_ran_and_nothing_is_red) {
  using enum Verdict;
  EXPECT_EQ(exit_code(report_of({pass}), false), 0);
  EXPECT_EQ(exit_code(report_of({pass, skipped, unchecked}), false), 0);
  EXPECT_EQ(exit_code(report_of({expected_failure}), false), 0);
}

TEST(ExitCode, is_1_when_something_is_red) {
  using enum Verdict;
  EXPECT_EQ(exit_code(report_of({pass, fail}), false), 1);
  EXPECT_EQ(exit_code(report_of({skipped, crashed}), false), 1);
  EXPECT_EQ(exit_code(report_of({pass, skipped}), true), 1);
  EXPECT_EQ(exit_code(report_of({unchecked}), true), 1);
}

TEST(ExitCode, is_4_when_nothing_ran) {
  using enum Verdict;
  EXPECT_EQ(exit_code(report_of({}), false), 4);
  EXPECT_EQ(exit_code(report_of({}), true), 4);
  EXPECT_EQ(exit_code(report_of({skipped, unchecked}), false), 4);
}

}  // namespace
}  // namespace kparity::result
