// The table and the JSON of a benchmark, from hand-made values.
#include "kparity/report/bench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench_values.hpp"

namespace kparity::report {
namespace {

using result::Measurement;
using result::Verdict;
using testing::HasSubstr;
using testing::Not;

std::string text_of(const result::BenchReport& report, unsigned width = 120) {
  std::ostringstream out;
  write_bench_text(report, {.width = width}, out);
  return out.str();
}

nlohmann::json json_of(const result::BenchReport& report) {
  std::ostringstream out;
  write_bench_json(report, out);
  return nlohmann::json::parse(out.str());
}

TEST(BenchText, shows_median_interval_ratio_and_bandwidth) {
  const auto text = text_of(report_of({row_of("openmp", 2e-6), row_of("reference", 6e-6)}));
  EXPECT_THAT(text, HasSubstr("\n2 rows: 2 measured, 0 wrong, 0 not measured; "));
  EXPECT_THAT(text, HasSubstr("axpy  n=1000    24 kB per call, each array counted once    caches warm"));
  EXPECT_THAT(text, HasSubstr("  openmp         2.00 us   1.96 us to 2.04 us        3.00x    1.00x       12"));
  EXPECT_THAT(text, HasSubstr("  reference      6.00 us   5.88 us to 6.12 us        1.00x    0.33x        4"));
}

TEST(BenchText, a_device_shows_the_kernel_the_copies_and_the_whole_call) {
  const auto text = text_of(report_of({device_row(3e-5), row_of("openmp", 3e-3), row_of("reference", 6e-3)}), 300);
  EXPECT_THAT(text,
              HasSubstr("  cuda           30.0 us   29.4 us to 30.6 us         200x     100x      0.8        -        "
                        "-   launch-bound\n"));
  EXPECT_THAT(text, HasSubstr("copies in 1.00 ms (pinned 200 us); copies out 400 us; whole call 1.50 ms, 2.00x of the "
                              "best host; an empty launch 2.00 us; compiled in 250 ms, first call 3.00 ms"));
}

TEST(BenchText, the_roof_and_what_all_sizes_say_together_are_told) {
  auto row = row_of("openmp", 2e-6);
  row.memory_share = 0.93;
  row.bound = "memory";
  auto report = report_of({row});
  report.roofs.resize(1);
  report.roofs[0].place = "host";
  report.roofs[0].bytes_per_second = 12.9e9;
  report.roofs[0].flops_per_second = {{"f32", 100e9}, {"f64", 50e9}};
  result::BreakEven even;
  even.kernel = "axpy";
  even.implementation = "cuda";
  even.what = "kernel";
  even.size = "n";
  even.smallest = 1000;
  even.largest = 1e6;
  even.from = 9234;
  report.break_evens.push_back(even);
  even.what = "call";
  even.from.reset();
  report.break_evens.push_back(even);
  result::Fit fit;
  fit.kernel = "axpy";
  fit.implementation = "openmp";
  fit.size = "n";
  fit.a = 3e-6;
  fit.b = 0.5e-9;
  fit.p = 1.02;
  fit.worst = 0.04;
  report.fits.push_back(fit);
  const auto text = text_of(report);
  EXPECT_THAT(text, HasSubstr("roof   host 12.9 GB/s, 100 GFLOP/s f32, 50 GFLOP/s f64, measured by this run\n"));
  EXPECT_THAT(text, HasSubstr("    93 %   bound by memory\n"));
  EXPECT_THAT(text,
              HasSubstr("  cuda wins from n = 9 230 (kernel alone) and never up to n = 1 000 000 (whole call)\n"));
  EXPECT_THAT(text, HasSubstr("  openmp takes 3.00 us + 0.50 ns * (n)^1.02, within 4 %\n"));
}

/// The line with the names of the columns.
std::string column_names(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find("median") != std::string::npos) return line;
  return "";
}

TEST(BenchText, a_narrow_terminal_leaves_columns_out_in_a_fixed_order) {
  auto noted = device_row(3e-5);
  noted.notes.push_back("timed without holding the stream, since the call waits for the device");
  auto wrong = row_of("simd", 1);
  refuse(wrong, Verdict::crashed, "it crashed for a reason that takes more words than there is room for in a line");
  const auto report = report_of({noted, row_of("openmp", 3e-3), row_of("reference", 6e-3), wrong});
  const std::vector<std::string> order{"GFLOP/s", "GB/s", "of roof", "95 % interval", "vs host", "vs ref.", "median"};
  std::size_t gone = 0;
  for (unsigned width = 120; width >= 40; --width) {
    const auto text = text_of(report, width);
    const auto names = column_names(text);
    while (gone < order.size() && names.find(order[gone]) == std::string::npos) ++gone;
    for (std::size_t i = gone; i < order.size(); ++i) EXPECT_THAT(names, HasSubstr(order[i])) << width;
    std::istringstream lines(text);
    bool is_table = false;
    for (std::string line; std::getline(lines, line);) {
      is_table |= line.starts_with("axpy");
      const bool is_command = line.find("kparity replay") != std::string::npos;  // to be copied as a whole
      if (is_table && !is_command) {
        EXPECT_LE(line.size(), width) << line;
      }
    }
    EXPECT_THAT(text, HasSubstr(" holding"));
  }
  EXPECT_GE(gone, 4u);
  EXPECT_LT(gone, order.size());
  EXPECT_THAT(column_names(text_of(report, 94)), HasSubstr("GFLOP/s"));
  EXPECT_THAT(column_names(text_of(report, 93)), Not(HasSubstr("GFLOP/s")));
}

TEST(BenchText, every_column_is_explained_in_a_line_of_its_own) {
  std::ostringstream out;
  write_bench_explanation({.width = 200}, out);
  std::istringstream names(column_names(text_of(report_of({row_of("openmp", 3e-3)}))));
  for (const char* column : {"median", "95 % interval", "vs ref.", "vs host", "GB/s", "GFLOP/s", "of roof"}) {
    EXPECT_THAT(names.str(), HasSubstr(column));
    EXPECT_THAT(out.str(), HasSubstr("\n  " + std::string(column) + " "));
  }
  std::ostringstream narrow;
  write_bench_explanation({.width = 60}, narrow);
  std::istringstream lines(narrow.str());
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 60u) << line;
}

TEST(BenchText, without_colour_there_is_no_escape_and_with_it_the_words_are_the_same) {
  auto wrong = row_of("simd", 1);
  refuse(wrong, Verdict::crashed, "it crashed");
  const auto report = report_of({row_of("reference", 6e-3), wrong});
  std::ostringstream coloured;
  write_bench_text(report, {.color = true}, coloured);
  EXPECT_THAT(text_of(report), Not(HasSubstr("\x1b")));
  EXPECT_THAT(coloured.str(), HasSubstr("\x1b[1;31mcrashed\x1b[0m: it crashed"));
}

TEST(BenchText, a_run_that_was_stopped_says_so) {
  auto report = report_of({row_of("reference", 6e-3)});
  EXPECT_THAT(text_of(report), Not(HasSubstr("incomplete")));
  report.is_complete = false;
  EXPECT_THAT(text_of(report), HasSubstr("incomplete: the run was stopped"));
  EXPECT_EQ(json_of(report)["kparity"]["complete"], false);
  for (const auto write : {&write_bench_markdown, &write_bench_html}) {
    std::ostringstream out;
    write(report, out);
    EXPECT_THAT(out.str(), HasSubstr("Incomplete: the run was stopped"));
  }
  std::ostringstream gha;
  write_bench_gha(report, gha);
  EXPECT_THAT(gha.str(), HasSubstr("of an incomplete run"));
}

TEST(BenchText, one_page_fault_is_one) {
  auto row = row_of("openmp", 2e-6);
  row.timing->page_faults = 1;
  EXPECT_THAT(text_of(report_of({row})), HasSubstr("1 page fault\n"));
  row.timing->page_faults = 2;
  EXPECT_THAT(text_of(report_of({row})), HasSubstr("2 page faults\n"));
}

TEST(BenchJson, parts_of_a_device_row_have_names_of_their_own) {
  const auto json = json_of(report_of({device_row(3e-5)}));
  std::vector<std::string> names;
  for (const auto& each : json["benchmarks"])
    if (each["repetition_index"] == 0) names.push_back(each["name"]);
  EXPECT_THAT(names, testing::ElementsAre("axpy/impl:cuda/cache:warm/what:kernel/n:1000",
                                          "axpy/impl:cuda/cache:warm/what:launch_floor/n:1000",
                                          "axpy/impl:cuda/cache:warm/what:copy_in/n:1000",
                                          "axpy/impl:cuda/cache:warm/what:copy_in_pinned/n:1000",
                                          "axpy/impl:cuda/cache:warm/what:copy_out/n:1000",
                                          "axpy/impl:cuda/cache:warm/what:call/n:1000"));
  const auto& facts = json["benchmarks"][0]["kparity"];
  EXPECT_EQ(facts["clock_mhz"], 1980);
  EXPECT_EQ(facts["held"], true);
  EXPECT_EQ(facts["launch_floor"], 2);
  EXPECT_FALSE(json["benchmarks"][3].contains("bytes_per_second"));
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
  EXPECT_THAT(text, HasSubstr("1.96 us to 2.04 us            -    1.00x"));
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

TEST(BenchText, counts_instructions_per_call_and_item) {
  auto row = row_of("openmp", 2e-6);
  row.instructions = 4500;
  row.items = 1000;
  auto report = report_of({row});
  EXPECT_THAT(text_of(report), HasSubstr("  openmp n=1000: 4500 instructions per call, 4.5 per item\n"));
  EXPECT_EQ(json_of(report)["benchmarks"][0]["kparity"]["instructions"], 4500);
  report.rows[0].instructions.reset();
  report.environment.emplace_back("instructions", "not counted: no counter");
  EXPECT_THAT(text_of(report), HasSubstr("count  instructions of the host: not counted: no counter\n"));
  EXPECT_TRUE(json_of(report)["benchmarks"][0]["kparity"]["instructions"].is_null());
}

result::BenchReport report_with_reference() {
  auto report = report_of({row_of("openmp", 2e-6)});
  result::ReferenceComparison comparison{"refs/one.json", "", 12, "2026-11-01", "2026-11-30", {}};
  const auto row = [](const char* implementation, result::ChangeVerdict verdict) {
    return result::ReferenceRow{"axpy", "axpy", implementation, "n=1000", verdict, 2.4e-6,
                                2e-6,   1.9e-6, 2.1e-6,         0.08,     12};
  };
  comparison.rows = {row("openmp", result::ChangeVerdict::slower), row("simd", result::ChangeVerdict::same),
                     row("fortran", result::ChangeVerdict::unresolved)};
  report.reference = comparison;
  return report;
}

TEST(BenchText, tells_how_a_run_lies_among_stored_ones_as_advice) {
  const auto text = text_of(report_with_reference());
  EXPECT_THAT(text, HasSubstr("against 12 stored runs of this machine, 2026-11-01 to 2026-11-30 (refs/one.json): "
                              "1 slower, 1 unresolved, 1 same\nadvice only"));
  EXPECT_THAT(text, HasSubstr("  slower     axpy/openmp n=1000: 2.00 us -> 2.40 us, +20.0 %; 99 % of runs lie in "
                              "1.90 us to 2.10 us\n"));
  EXPECT_THAT(text, HasSubstr("  unresolved axpy/fortran n=1000: +20.0 %; smallest change visible 8.0 %\n"));
  EXPECT_THAT(text, Not(HasSubstr("axpy/simd n=1000:")));
}

TEST(BenchText, without_a_reference_there_is_no_verdict) {
  auto report = report_with_reference();
  report.reference = result::ReferenceComparison{"", "no runs of this machine", 0, "", "", {}};
  EXPECT_THAT(text_of(report),
              HasSubstr("against stored runs: no reference, so no verdict: no runs of this machine\n"));
  EXPECT_EQ(json_of(report)["kparity"]["reference"]["no_reference"], "no runs of this machine");
}

TEST(BenchJson, has_the_comparison_with_stored_runs) {
  const auto reference = json_of(report_with_reference())["kparity"]["reference"];
  EXPECT_EQ(reference["advisory"], true);
  EXPECT_TRUE(reference["no_reference"].is_null());
  EXPECT_EQ(reference["rows"][0]["verdict"], "slower");
  EXPECT_NEAR(reference["rows"][0]["high_us"].get<double>(), 2.1, 1e-9);
  EXPECT_TRUE(json_of(report_of({row_of("openmp", 2e-6)}))["kparity"]["reference"].is_null());
}

TEST(BenchJson, what_is_no_number_becomes_null) {
  auto row = row_of("openmp", 2e-6);
  row.footprint = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(json_of(report_of({row}))["benchmarks"][0]["kparity"]["footprint"].is_null());
}

}  // namespace
}  // namespace kparity::report
