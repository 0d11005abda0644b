// Stored runs of a machine that is made up: what is told of a new run, and of another machine.
#include "kparity/bench/stored_reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace kparity::bench {
namespace {

using result::ChangeVerdict;
using testing::HasSubstr;

result::Measurement row_of(double seconds, double half_width = 0.005) {
  result::Measurement row;
  row.kernel = "axpy";
  row.implementation = "openmp";
  row.point = "n=1000";
  row.cold = true;
  row.verdict = result::Verdict::pass;
  row.timing.emplace();
  row.timing->median = seconds;
  row.timing->interval = result::Interval{seconds * (1 - half_width), seconds * (1 + half_width)};
  return row;
}

result::BenchReport report_of(std::vector<result::Measurement> rows) {
  result::BenchReport report;
  report.profile = "full";
  report.date = "2026-11-30T19:00:00+00:00";
  report.environment = {{"cpu_model", "A CPU"},      {"cpu_affinity", "2 of 2"},    {"governor", "performance"},
                        {"load_avg", "0.5"},         {"gpu_name", "A GPU"},         {"gpu_memory", "150.1 GB"},
                        {"gpu_driver", "580.95.05"}, {"gpu_clock_max", "1980 MHz"}, {"gpu_power_limit", "700 W"}};
  report.rows = std::move(rows);
  return report;
}

/// Runs that differ by so much, in a wave that is the same in every test.
StoredReference stored(double seconds, double spread, std::size_t runs = 12) {
  StoredReference reference;
  for (std::size_t i = 0; i < runs; ++i) {
    const double times = std::exp(spread * std::sqrt(2.0) * std::sin(2.4 * static_cast<double>(i)));
    reference.runs.push_back(stored_run_of(report_of({row_of(seconds * times)})));
  }
  return reference;
}

ReferenceLimits limits(double threshold = 0.08, double ignore_below = 1e-6) {
  return {[=](const std::string&) { return threshold; }, [=](const std::string&) { return ignore_below; }};
}

ChangeVerdict verdict_of(const StoredReference& reference, const result::Measurement& now,
                         const ReferenceLimits& how = limits()) {
  return compare_with_stored(report_of({now}), reference, how).rows.at(0).verdict;
}

TEST(StoredReference, a_quiet_machine_tells_slower_faster_and_same) {
  const auto reference = stored(1e-3, 0.01);
  EXPECT_EQ(verdict_of(reference, row_of(1.00e-3)), ChangeVerdict::same);
  EXPECT_EQ(verdict_of(reference, row_of(1.05e-3)), ChangeVerdict::same) << "beyond the noise, within the threshold";
  EXPECT_EQ(verdict_of(reference, row_of(1.15e-3)), ChangeVerdict::slower);
  EXPECT_EQ(verdict_of(reference, row_of(0.85e-3)), ChangeVerdict::faster);
  EXPECT_EQ(verdict_of(reference, row_of(1.15e-3), limits(0.2)), ChangeVerdict::same);
}

TEST(StoredReference, the_interval_is_that_of_one_more_run) {
  StoredReference reference;
  for (int i = 0; i < 12; ++i)
    reference.runs.push_back(stored_run_of(report_of({row_of(1e-3 * std::exp(i % 2 == 0 ? 0.01 : -0.01))})));
  const auto row = compare_with_stored(report_of({row_of(1e-3, 0)}), reference, limits()).rows.at(0);
  EXPECT_EQ(row.runs, 12u);
  EXPECT_NEAR(row.usual, 1e-3, 1e-9);
  // t(0.995, 11) = 3.106 by the tables, sqrt(1 + 1/12), and the scaled median deviation, which is larger than the
  // standard deviation.
  EXPECT_NEAR(std::log(row.high / row.usual), 3.106 * std::sqrt(13.0 / 12) * 1.4826 * 0.01, 2e-4);
  EXPECT_NEAR(row.usual / row.low, row.high / row.usual, 1e-9);
}

TEST(StoredReference, noise_that_hides_a_change_as_large_as_the_threshold_is_no_verdict) {
  const auto reference = stored(1e-3, 0.06);
  EXPECT_EQ(verdict_of(reference, row_of(1.00e-3)), ChangeVerdict::unresolved);
  EXPECT_EQ(verdict_of(reference, row_of(1.10e-3)), ChangeVerdict::unresolved);
  EXPECT_EQ(verdict_of(reference, row_of(1.50e-3)), ChangeVerdict::slower);
  EXPECT_GT(compare_with_stored(report_of({row_of(1e-3)}), reference, limits()).rows.at(0).visible, 0.15);
}

TEST(StoredReference, an_uncertain_median_of_this_run_widens_the_interval) {
  const auto reference = stored(1e-3, 0.005);
  EXPECT_EQ(verdict_of(reference, row_of(1.12e-3, 0.005)), ChangeVerdict::slower);
  EXPECT_EQ(verdict_of(reference, row_of(1.12e-3, 0.2)), ChangeVerdict::unresolved);
}

TEST(StoredReference, differences_too_small_to_matter_are_the_same) {
  EXPECT_EQ(verdict_of(stored(1e-6, 0.01), row_of(1.5e-6)), ChangeVerdict::same);
  EXPECT_EQ(verdict_of(stored(1e-6, 0.01), row_of(1.5e-6), limits(0.08, 0.1e-6)), ChangeVerdict::slower);
}

TEST(StoredReference, one_wild_stored_run_does_not_make_others_look_alike_or_different) {
  auto reference = stored(1e-3, 0.005, 20);
  reference.runs[3] = stored_run_of(report_of({row_of(3e-3)}));
  const auto row = compare_with_stored(report_of({row_of(1.02e-3)}), reference, limits()).rows.at(0);
  EXPECT_NEAR(row.usual, 1e-3, 1e-5);
  EXPECT_EQ(row.verdict, ChangeVerdict::unresolved) << "what happened once may happen again";
}

TEST(StoredReference, few_runs_give_no_verdict_and_a_new_row_is_new) {
  const auto few = stored(1e-3, 0.01, fewest_stored_runs - 1);
  const auto row = compare_with_stored(report_of({row_of(2e-3)}), few, limits()).rows.at(0);
  EXPECT_EQ(row.verdict, ChangeVerdict::unresolved);
  EXPECT_EQ(row.high, 0);
  auto other = row_of(2e-3);
  other.point = "n=2000";
  EXPECT_EQ(verdict_of(stored(1e-3, 0.01), other), ChangeVerdict::added);
  other = row_of(2e-3);
  other.cold = false;
  EXPECT_EQ(verdict_of(stored(1e-3, 0.01), other), ChangeVerdict::added) << "warm times are others";
  EXPECT_TRUE(stored_run_of(report_of({row_of(1e-3)})).seconds.contains("axpy/impl:openmp/cache:cold/n=1000"));
}

TEST(StoredReference, rows_without_a_time_are_neither_stored_nor_compared) {
  auto wrong = row_of(1e-3);
  result::refuse(wrong, result::Verdict::fail, "it is wrong");
  EXPECT_TRUE(stored_run_of(report_of({wrong})).seconds.empty());
  EXPECT_TRUE(compare_with_stored(report_of({wrong}), stored(1e-3, 0.01), limits()).rows.empty());
}

TEST(StoredReference, the_machine_is_processor_governor_and_the_device_that_was_measured) {
  const auto on_host = report_of({row_of(1e-3)});
  EXPECT_EQ(
      machine_of(on_host),
      (Machine{{"cpu_model", "A CPU"}, {"cpu_affinity", "2 of 2"}, {"governor", "performance"}, {"profile", "full"}}));
  auto row = row_of(1e-3);
  row.place = "device";
  const auto here = machine_of(report_of({row}));
  EXPECT_THAT(here, testing::IsSupersetOf(Machine{{"gpu_name", "A GPU"},
                                                  {"gpu_memory", "150.1 GB"},
                                                  {"gpu_driver_branch", "580"},
                                                  {"gpu_clock_max", "1980 MHz"},
                                                  {"gpu_persistence", "unknown"}}));
  auto other = report_of({row});
  for (auto& [key, value] : other.environment)
    if (key == "gpu_driver") value = "580.126.1";
  EXPECT_EQ(difference(here, machine_of(other)), "") << "the same branch";
  for (auto& [key, value] : other.environment) {
    if (key == "gpu_memory") value = "85.0 GB";
    if (key == "governor") value = "powersave";
  }
  EXPECT_EQ(difference(here, machine_of(other)),
            "governor is 'performance' here and 'powersave' there; gpu_memory is '150.1 GB' here and '85.0 GB' there");
  EXPECT_THAT(difference(here, machine_of(on_host)), HasSubstr("gpu_name is 'A GPU' here and not known there"));
  EXPECT_THAT(difference(machine_of(on_host), here), HasSubstr("gpu_name is 'A GPU' there only"));
}

}  // namespace
}  // namespace kparity::bench
