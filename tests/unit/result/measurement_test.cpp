// The exit code of a benchmark: nothing measured is never green.
#include "kparity/result/measurement.hpp"

#include <gtest/gtest.h>

namespace kparity::result {
namespace {

Measurement measured() {
  Measurement row;
  row.verdict = Verdict::pass;
  row.timing.emplace().median = 1;
  return row;
}

TEST(Measurement, refusing_a_row_takes_its_time_away) {
  Measurement row = measured();
  refuse(row, Verdict::fail, "y differs");
  EXPECT_FALSE(row.timing);
  EXPECT_EQ(row.verdict, Verdict::fail);
  EXPECT_EQ(row.reason, "y differs");
}

TEST(Measurement, exit_codes) {
  BenchReport report;
  EXPECT_EQ(exit_code(report), 4);
  report.rows.emplace_back();
  EXPECT_EQ(exit_code(report), 4);
  report.rows.push_back(measured());
  EXPECT_EQ(exit_code(report), 0);
  report.rows.emplace_back();
  refuse(report.rows.back(), Verdict::fail, "y differs");
  EXPECT_EQ(exit_code(report), 1);
}

TEST(Measurement, a_pass_without_a_time_measures_nothing) {
  BenchReport report;
  report.rows.push_back(measured());
  report.rows.back().timing.reset();
  EXPECT_EQ(exit_code(report), 4);
}

}  // namespace
}  // namespace kparity::result
