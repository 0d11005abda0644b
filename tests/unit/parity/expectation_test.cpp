// `expected_failure:` turns red to green while it is in date, and green to red when the failure is gone.
#include "expectation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kparity::parity {
namespace {

using result::Verdict;
using testing::HasSubstr;

result::Outcome apply(Verdict verdict, const std::string& implementation = "openmp",
                      const std::string& day = "2026-11-30") {
  spec::KernelSpec spec;
  spec.expected_failures.push_back({"openmp", "known race", "2027-03-01", {}});
  result::Outcome outcome;
  outcome.implementation = implementation;
  outcome.verdict = verdict;
  outcome.reason = "y differs";
  apply_expectation(spec, day, outcome);
  return outcome;
}

TEST(Expectation, a_declared_failure_in_date_is_expected) {
  const auto outcome = apply(Verdict::fail);
  EXPECT_EQ(outcome.verdict, Verdict::expected_failure);
  EXPECT_THAT(outcome.reason, HasSubstr("known race"));
  EXPECT_THAT(outcome.reason, HasSubstr("y differs"));
}

TEST(Expectation, its_last_day_counts_and_the_day_after_does_not) {
  EXPECT_EQ(apply(Verdict::fail, "openmp", "2027-03-01").verdict, Verdict::expected_failure);
  EXPECT_EQ(apply(Verdict::fail, "openmp", "2027-03-02").verdict, Verdict::fail);
}

TEST(Expectation, passing_unexpectedly_is_red) {
  const auto outcome = apply(Verdict::pass);
  EXPECT_EQ(outcome.verdict, Verdict::fail);
  EXPECT_THAT(outcome.reason, HasSubstr("remove `expected_failure`"));
}

TEST(Expectation, leaves_other_implementations_and_skips_alone) {
  EXPECT_EQ(apply(Verdict::fail, "simd").verdict, Verdict::fail);
  EXPECT_EQ(apply(Verdict::skipped).verdict, Verdict::skipped);
}

result::Outcome apply_until(Verdict verdict, const std::string& day, bool judged = true) {
  spec::KernelSpec spec;
  spec::OutputSpec output;
  output.name = "y";
  output.tolerance.reason = "a table";
  output.tolerance.owner = "J. Doe";
  output.tolerance.until = "2027-03-01";
  spec.outputs.push_back(output);
  result::Outcome outcome;
  outcome.verdict = verdict;
  if (judged) outcome.rules.resize(1);
  apply_expectation(spec, day, outcome);
  return outcome;
}

TEST(Expectation, a_pass_by_a_tolerance_whose_day_is_over_is_red) {
  EXPECT_EQ(apply_until(Verdict::pass, "2027-03-01").verdict, Verdict::pass);
  const auto outcome = apply_until(Verdict::pass, "2027-03-02");
  EXPECT_EQ(outcome.verdict, Verdict::fail);
  EXPECT_EQ(outcome.reason,
            "passes by a tolerance of 'y' that was for until 2027-03-01 (J. Doe: a table); decide about it again");
  EXPECT_EQ(apply_until(Verdict::pass, "2027-03-02", false).verdict, Verdict::pass);  // a check of signatures
  EXPECT_EQ(apply_until(Verdict::skipped, "2027-03-02").verdict, Verdict::skipped);
}

TEST(Expectation, today_is_an_iso_date) {
  EXPECT_THAT(today(), testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]"));
}

}  // namespace
}  // namespace kparity::parity
