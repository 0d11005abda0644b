// The table and the JSON of a benchmark, from hand-made values.
#include "kparity/report/bench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace kparity::report {
namespace {

using result::Measurement;
using result::Verdict;
using testing::HasSubstr;
using testing::Not;

Measurement row_of(const std::string& implementation, double seconds) {
  Measurement row;
  row.kernel = "axpy";
  row.point = "n=1000";
  row.implementation = implementation;
  row.token = "axpy:n=1000";
  row.verdict = Verdict::pass;
  row.reason.clear();
  row.bytes = 24000;
  row.timing = result::Timing{.blocks = {seconds, seconds * 1.02, seconds * 0.98},
                              .median = seconds,
                              .interval = result::Interval{seconds * 0.98, seconds * 1.02},
                              .reached_target = true,
                              .steady = true,
                              .calls = 300};
  return row;
}

result::BenchReport report_of(std::vector<Measurement> rows) {
  result::BenchReport report;
  report.profile = "full";
  report.target = 0.01;
  report.budget_seconds = 4;
  report.environment = {{"num_cpus", "2"}, {"load_avg", "0.50"}, {"mhz_per_cpu", "2450"}, {"cpu_model", "A CPU"}};
  report.rows = std::move(rows);
  return report;
}

std::string text_of(const result::BenchReport& report) {
  std::ostringstream out;
  write_bench_text(report, {}, out);
  return out.str();
}

nlohmann::json json_of(const result::BenchReport& report) {
  std::ostringstream out;
  write_bench_json(report, out);
  return nlohmann::json::parse(out.str());
}

TEST(BenchText, shows_median_interval_ratio_and_bandwidth) {
  const auto text = text_of(report_of({row_of("openmp", 2e-6), row_of("reference", 6e-6)}));
  EXPECT_THAT(text, HasSubstr("1 kernel, 2 rows: 2 measured, 0 wrong, 0 not measured"));
  EXPECT_THAT(text, HasSubstr("axpy  n=1000    24 kB per call, each array counted once    caches warm"));
  EXPECT_THAT(text, HasSubstr("  openmp         2.00 us   1.96 us to 2.04 us        3.00x       12"));
  EXPECT_THAT(text, HasSubstr("  reference      6.00 us   5.88 us to 6.12 us        1.00x        4"));
}

TEST(BenchText, a_row_without_a_pass_shows_its_reason_and_no_time_even_if_it_holds_one) {
  for (const auto& info : result::verdict_table()) {
    if (info.verdict == Verdict::pass) continue;
    auto wrong = row_of("openmp", 123e-6);
    wrong.verdict = info.verdict;
    wrong.reason = "the reason";
    const auto report = report_of({wrong, row_of("reference", 6e-6)});
    EXPECT_THAT(text_of(report), HasSubstr(std::string(info.name) + ": the reason"));
    EXPECT_THAT(text_of(report), Not(HasSubstr("123"))) << info.name;
    const auto json = json_of(report);
    for (const auto& each : json["benchmarks"]) EXPECT_THAT(std::string(each["name"]), HasSubstr("impl:reference"));
    EXPECT_EQ(json["kparity"]["rows_without_time"][0]["state"], info.name);
  }
}

TEST(BenchText, without_a_measured_reference_there_is_no_ratio) {
  auto reference = row_of("reference", 6e-6);
  refuse(reference, Verdict::crashed, "it crashed");
  const auto text = text_of(report_of({row_of("openmp", 2e-6), reference}));
  EXPECT_THAT(text, Not(HasSubstr("x  ")));
  EXPECT_THAT(text, HasSubstr("kparity replay 'axpy:n=1000' --implementation reference"));
}

TEST(BenchText, says_what_is_not_known_well_and_how_to_know_it) {
  auto row = row_of("openmp", 2e-6);
  row.timing->reached_target = false;
  auto slow = row_of("reference", 6e-6);
  slow.timing->reached_target = false;
  slow.timing->interval.reset();
  const auto text = text_of(report_of({row, slow}));
  EXPECT_THAT(text, HasSubstr("axpy/openmp n=1000: half the interval is 2.0 % of the median"));
  EXPECT_THAT(text, HasSubstr("axpy/reference n=1000: 3 blocks are too few for an interval"));
  EXPECT_THAT(text, HasSubstr("--budget 8"));
}

TEST(BenchText, notes_what_makes_a_time_doubtful) {
  auto row = row_of("openmp", 2e-9);
  row.timing->coarse = true;
  row.timing->page_faults = 7;
  row.timing->steady = false;
  auto report = report_of({row});
  report.call_floor = 1.5e-9;
  const auto text = text_of(report);
  for (const char* note : {"1000 clock steps", "mostly the call (1.50 ns)", "7 page faults", "not steady"})
    EXPECT_THAT(text, HasSubstr(note));
}

TEST(BenchJson, has_the_keys_of_google_benchmark_for_every_block) {
  const auto json = json_of(report_of({row_of("openmp", 2e-6)}));
  EXPECT_EQ(json["context"]["json_schema_version"], 1);
  EXPECT_EQ(json["context"]["num_cpus"], 2);
  EXPECT_EQ(json["context"]["mhz_per_cpu"], 2450);
  EXPECT_EQ(json["context"]["load_avg"][0], 0.5);
  ASSERT_EQ(json["benchmarks"].size(), 3u);
  const auto& block = json["benchmarks"][1];
  EXPECT_EQ(block["name"], "axpy/impl:openmp/cache:warm/what:kernel/n:1000");
  EXPECT_EQ(block["run_name"], block["name"]);
  EXPECT_EQ(block["run_type"], "iteration");
  EXPECT_EQ(block["repetitions"], 3);
  EXPECT_EQ(block["repetition_index"], 1);
  EXPECT_DOUBLE_EQ(block["real_time"], 2.04);
  EXPECT_EQ(block["cpu_time"], block["real_time"]);
  EXPECT_EQ(block["time_unit"], "us");
  EXPECT_DOUBLE_EQ(block["bytes_per_second"], 24000 / 2.04e-6);
}

TEST(BenchJson, what_is_no_number_becomes_null) {
  auto row = row_of("openmp", 2e-6);
  row.footprint = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(json_of(report_of({row}))["benchmarks"][0]["kparity"]["footprint"].is_null());
}

}  // namespace
}  // namespace kparity::report
