// Works on logarithms of times, where a spread is a share. The spread of stored runs is the larger one of the standard
// deviation and the scaled median deviation, so that neither a few outliers nor a lucky middle makes it small.
#include "kparity/bench/stored_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "statistics.hpp"

namespace kparity::bench {

namespace {

using result::ChangeVerdict;
using result::Measurement;
using result::ReferenceRow;

std::string value_of(const result::BenchReport& report, std::string_view key) {
  for (const auto& [name, value] : report.environment)
    if (name == key) return value;
  return "unknown";
}

std::string name_of(const Measurement& row) {
  return fmt::format("{}/impl:{}/cache:{}/{}", row.kernel, row.implementation, row.cold ? "cold" : "warm", row.point);
}

bool has_time(const Measurement& row) {
  return row.verdict == result::Verdict::pass && row.timing && row.timing->median > 0;
}

/// The 99.5 % quantile of Student's t, by the expansion around that of the normal distribution (Abramowitz and Stegun,
/// 26.7.5): off by less than 1 % from nine degrees of freedom on.
double student_995(double freedom) {
  constexpr double z = 2.5758293;
  const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom * freedom * freedom);
}

double spread_of(const std::vector<double>& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  std::vector<double> deviations;
  const double middle = median(values);
  for (const double value : values) deviations.push_back(std::fabs(value - middle));
  return std::max(std::sqrt(squares / static_cast<double>(values.size() - 1)), 1.4826 * median(deviations));
}

/// Half the interval of the row's own median, as a difference of logarithms.
double own_width(const result::Timing& timing) {
  if (!timing.interval || timing.interval->low <= 0) return 0;
  return std::log(timing.interval->high / timing.interval->low) / 2;
}

void judge(const std::vector<double>& logs, const result::Timing& timing, double threshold, double ignore_below,
           ReferenceRow& row) {
  const auto n = static_cast<double>(logs.size());
  const double predicted = student_995(n - 1) * spread_of(logs) * std::sqrt(1 + 1 / n);
  const double half = std::hypot(predicted, own_width(timing));
  const double change = std::log(row.now / row.usual), counts = std::log1p(threshold);
  row.low = row.usual * std::exp(-half);
  row.high = row.usual * std::exp(half);
  row.visible = std::expm1(std::max(half, counts));
  const bool is_small = std::fabs(row.now - row.usual) < ignore_below;
  if (!is_small && std::fabs(change) > std::max(half, counts)) {
    row.verdict = change > 0 ? ChangeVerdict::slower : ChangeVerdict::faster;
  } else if (is_small || (half <= counts && std::fabs(change) <= counts)) {
    row.verdict = ChangeVerdict::same;
  }
}

}  // namespace

Machine machine_of(const result::BenchReport& report) {
  Machine machine;
  for (const char* key : {"cpu_model", "cpu_affinity", "governor"}) machine.emplace_back(key, value_of(report, key));
  const auto is_on_device = [](const Measurement& row) { return row.place == "device" && has_time(row); };
  if (std::ranges::any_of(report.rows, is_on_device)) {
    for (const char* key : {"gpu_name", "gpu_memory"}) machine.emplace_back(key, value_of(report, key));
    const std::string driver = value_of(report, "gpu_driver");
    machine.emplace_back("gpu_driver_branch", driver.substr(0, driver.find('.')));
    for (const char* key : {"gpu_clock_max", "gpu_power_limit", "gpu_persistence"})
      machine.emplace_back(key, value_of(report, key));
  }
  machine.emplace_back("profile", report.profile);
  return machine;
}

std::string difference(const Machine& here, const Machine& there) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  const auto find = [](const Machine& machine, const std::string& key) {
    return std::ranges::find(machine, key, &Machine::value_type::first);
  };
  for (const auto& [key, value] : here) {
    const auto other = find(there, key);
    if (other == there.end()) {
      add(fmt::format("{} is '{}' here and not known there", key, value));
    } else if (other->second != value) {
      add(fmt::format("{} is '{}' here and '{}' there", key, value, other->second));
    }
  }
  for (const auto& [key, value] : there)
    if (find(here, key) == here.end()) add(fmt::format("{} is '{}' there only", key, value));
  return text;
}

StoredRun stored_run_of(const result::BenchReport& report) {
  StoredRun run{report.date, {}};
  for (const Measurement& row : report.rows)
    if (has_time(row)) run.seconds[name_of(row)] = row.timing->median;
  return run;
}

result::ReferenceComparison compare_with_stored(const result::BenchReport& report, const StoredReference& stored,
                                                const ReferenceLimits& limits) {
  result::ReferenceComparison comparison;
  comparison.runs = stored.runs.size();
  if (!stored.runs.empty()) {
    comparison.first = stored.runs.front().date;
    comparison.last = stored.runs.back().date;
  }
  for (const Measurement& measured : report.rows) {
    if (!has_time(measured)) continue;
    ReferenceRow row{.name = name_of(measured),
                     .kernel = measured.kernel,
                     .implementation = measured.implementation,
                     .point = measured.point,
                     .now = measured.timing->median};
    std::vector<double> logs;
    for (const StoredRun& run : stored.runs)
      if (const auto found = run.seconds.find(row.name); found != run.seconds.end() && found->second > 0)
        logs.push_back(std::log(found->second));
    row.runs = logs.size();
    if (logs.empty()) {
      row.verdict = ChangeVerdict::added;
    } else {
      row.usual = std::exp(median(logs));
      if (logs.size() >= fewest_stored_runs)
        judge(logs, *measured.timing, limits.threshold(row.name), limits.ignore_below(row.name), row);
    }
    comparison.rows.push_back(std::move(row));
  }
  return comparison;
}

}  // namespace kparity::bench
