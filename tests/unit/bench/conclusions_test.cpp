// Fits and break-even sizes of times that follow a formula.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kparity/bench/bench.hpp"

namespace kparity::bench {
namespace {

using result::Measurement;

Measurement row_of(const std::string& implementation, std::int64_t n, double seconds) {
  Measurement row;
  row.kernel = "axpy";
  row.implementation = implementation;
  row.place = implementation == "cuda" ? "device" : "host";
  row.sizes = {{"n", n}};
  row.verdict = result::Verdict::pass;
  row.timing.emplace();
  row.timing->median = seconds;
  return row;
}

TEST(Conclusions, a_time_that_grows_by_a_power_is_found) {
  result::BenchReport report;
  for (const std::int64_t n : {100, 1000, 10000, 100000})
    report.rows.push_back(row_of("openmp", n, 5e-6 + 2e-9 * std::pow(static_cast<double>(n), 1.5)));
  conclude(report);
  ASSERT_EQ(report.fits.size(), 1u);
  EXPECT_EQ(report.fits[0].size, "n");
  EXPECT_NEAR(report.fits[0].p, 1.5, 1e-9);
  EXPECT_NEAR(report.fits[0].a, 5e-6, 1e-12);
  EXPECT_NEAR(report.fits[0].b, 2e-9, 1e-15);
  EXPECT_LT(report.fits[0].worst, 1e-9);
}

TEST(Conclusions, times_that_follow_no_power_have_no_fit) {
  result::BenchReport report;
  report.rows = {row_of("openmp", 100, 1e-6), row_of("openmp", 1000, 1e-3), row_of("openmp", 10000, 2e-6),
                 row_of("openmp", 100000, 1e-3)};
  conclude(report);
  EXPECT_TRUE(report.fits.empty());
}

TEST(Conclusions, two_sizes_are_too_few_for_a_fit_and_one_for_a_break_even) {
  result::BenchReport report;
  report.rows = {row_of("openmp", 100, 1e-6), row_of("openmp", 1000, 1e-5), row_of("cuda", 1000, 2e-6)};
  conclude(report);
  EXPECT_TRUE(report.fits.empty());
  EXPECT_TRUE(report.break_evens.empty());
}

TEST(Conclusions, a_device_breaks_even_where_the_lines_cross) {
  result::BenchReport report;
  for (const std::int64_t n : {100, 1000, 10000}) {
    const double each = static_cast<double>(n);
    report.rows.push_back(row_of("reference", n, 9e-9 * each));
    report.rows.push_back(row_of("openmp", n, 1e-8 * each));  // not the best
    auto cuda = row_of("cuda", n, 9e-6);                      // even at n = 1000
    cuda.parts.push_back({"call", result::Timing{.median = 1}});
    report.rows.push_back(cuda);
  }
  conclude(report);
  ASSERT_EQ(report.break_evens.size(), 2u);
  EXPECT_EQ(report.break_evens[0].what, "kernel");
  EXPECT_NEAR(*report.break_evens[0].from, 1000, 1e-6);
  EXPECT_EQ(report.break_evens[1].what, "call");
  EXPECT_FALSE(report.break_evens[1].from);
  EXPECT_EQ(report.break_evens[1].largest, 10000);
}

TEST(Conclusions, a_device_that_is_always_faster_breaks_even_at_the_smallest_size) {
  result::BenchReport report;
  for (const std::int64_t n : {100, 1000}) {
    report.rows.push_back(row_of("reference", n, 1));
    report.rows.push_back(row_of("cuda", n, 0.1));
  }
  conclude(report);
  ASSERT_EQ(report.break_evens.size(), 1u);
  EXPECT_EQ(report.break_evens[0].from, 100);
}

TEST(Conclusions, rows_without_a_pass_say_nothing) {
  result::BenchReport report;
  for (const std::int64_t n : {100, 1000, 10000}) {
    report.rows.push_back(row_of("openmp", n, 1e-9 * static_cast<double>(n)));
    report.rows.back().verdict = result::Verdict::fail;
  }
  conclude(report);
  EXPECT_TRUE(report.fits.empty());
}

}  // namespace
}  // namespace kparity::bench
