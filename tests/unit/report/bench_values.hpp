// Rows of benchmarks by hand, for the tests of their reports.
#pragma once

#include <string>
#include <vector>

#include "kparity/result/measurement.hpp"

namespace kparity::report {

inline result::Measurement row_of(const std::string& implementation, double seconds) {
  result::Measurement row;
  row.kernel = "axpy";
  row.point = "n=1000";
  row.sizes = {{"n", 1000}};
  row.implementation = implementation;
  row.token = "axpy:n=1000";
  row.verdict = result::Verdict::pass;
  row.reason.clear();
  row.bytes = 24000;
  row.footprint = 16000;
  row.timing.emplace();
  row.timing->blocks = {seconds, seconds * 1.02, seconds * 0.98};
  row.timing->median = seconds;
  row.timing->interval = result::Interval{seconds * 0.98, seconds * 1.02};
  row.timing->reached_target = row.timing->steady = true;
  row.timing->calls = 300;
  return row;
}

inline result::Measurement device_row(double seconds) {
  auto row = row_of("cuda", seconds);
  row.place = "device";
  const auto part = [&](const char* what, double time) {
    row.parts.push_back({what, {}});
    row.parts.back().timing.blocks = {time};
    row.parts.back().timing.median = time;
  };
  part("launch_floor", 2e-6);
  part("copy_in", 1e-3);
  part("copy_in_pinned", 2e-4);
  part("copy_out", 4e-4);
  part("call", 1.5e-3);
  row.parts[1].timing.arguments = {{"x", 1e-3}};
  row.timing->clock_hertz = {1.98e9, 0, 1.96e9};
  row.compile_seconds = 0.25;
  row.first_call_seconds = 3e-3;
  row.notes = {"launch-bound"};
  return row;
}

inline result::BenchReport report_of(std::vector<result::Measurement> rows) {
  result::BenchReport report;
  report.profile = "full";
  report.target = 0.01;
  report.budget_seconds = 4;
  report.environment = {{"num_cpus", "2"}, {"load_avg", "0.50"}, {"mhz_per_cpu", "2450"}, {"cpu_model", "A CPU"}};
  report.rows = std::move(rows);
  return report;
}

}  // namespace kparity::report
