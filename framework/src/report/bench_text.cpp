// The table of a benchmark on a terminal. Rows of one kernel and case stand together under their head, with the reason
// in place of the figures where there are none.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>

#include "kparity/report/bench.hpp"
#include "plain_text.hpp"

namespace kparity::report {

namespace {

using result::BenchReport;
using result::Measurement;
using result::Verdict;

const result::Timing* timing_of(const Measurement& row) {
  return row.verdict == Verdict::pass && row.timing ? &*row.timing : nullptr;
}

/// "18.4 ms", "2.61 us": three digits.
std::string time_text(double seconds) {
  struct Unit {
    double size;
    const char* name;
  };
  static constexpr Unit units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  const auto* unit = std::ranges::find_if(units, [&](const Unit& each) { return seconds >= 0.9995 * each.size; });
  if (unit == std::end(units)) --unit;
  const double value = seconds / unit->size;
  return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, unit->name);
}

std::string bytes_text(double bytes) {
  if (bytes < 999.5) return fmt::format("{:.0f} B", bytes);
  if (bytes < 999.5e3) return fmt::format("{:.3g} kB", bytes / 1e3);
  return bytes < 999.5e6 ? fmt::format("{:.3g} MB", bytes / 1e6) : fmt::format("{:.3g} GB", bytes / 1e9);
}

/// "+-2.2 %" would hide a lopsided interval; so both ends are printed.
std::string interval_text(const result::Timing& timing) {
  if (!timing.interval) return fmt::format("{} blocks only", timing.blocks.size());
  return fmt::format("{} to {}", time_text(timing.interval->low), time_text(timing.interval->high));
}

std::string ratio_text(const result::Timing& timing, const result::Timing* reference) {
  if (reference == nullptr || timing.median <= 0) return "-";
  const double ratio = reference->median / timing.median;
  return fmt::format("{:.{}f}x", ratio, ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0);
}

std::string rate_text(const std::optional<double>& work, const result::Timing& timing) {
  if (!work || timing.median <= 0) return "-";
  return fmt::format("{:.3g}", *work / timing.median / 1e9);
}

std::string noted(const result::Timing& timing, const BenchReport& report) {
  std::vector<std::string> notes;
  if (timing.coarse) notes.emplace_back("samples shorter than 1000 clock steps");
  if (report.call_floor > 0 && timing.median < 4 * report.call_floor)
    notes.push_back(fmt::format("mostly the call ({})", time_text(report.call_floor)));
  if (timing.page_faults > 0) notes.push_back(fmt::format("{} page faults", timing.page_faults));
  if (!timing.steady) notes.emplace_back("not steady after warming up");
  return fmt::format("{}", fmt::join(notes, "; "));
}

void write_row(const Measurement& row, const result::Timing* reference, const BenchReport& report, const Style& style,
               std::ostream& out) {
  const auto* timing = timing_of(row);
  if (timing == nullptr) {
    std::string word(result::name_of(row.verdict));
    if (style.color) word = fmt::format("\x1b[1;{}m{}\x1b[0m", result::is_red(row.verdict, false) ? 31 : 33, word);
    out << fmt::format("  {:<12} {}: {}\n", row.implementation, word, repaired(row.reason));
    if (result::is_red(row.verdict, false) && !row.token.empty())
      out << fmt::format("  {:<12} {} '{}' --implementation {}\n", "", report.replay_command, row.token,
                         row.implementation);
    return;
  }
  const std::string line =
      fmt::format("  {:<12} {:>9}   {:<22} {:>8} {:>8} {:>8}   {}", row.implementation, time_text(timing->median),
                  interval_text(*timing), ratio_text(*timing, reference), rate_text(row.bytes, *timing),
                  rate_text(row.flops, *timing), noted(*timing, report));
  out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
}

void write_group(std::span<const Measurement> rows, const BenchReport& report, const Style& style, std::ostream& out) {
  const Measurement& first = rows.front();
  const auto measured = std::ranges::find_if(rows, [](const Measurement& row) { return timing_of(row) != nullptr; });
  out << fmt::format("\n{}  {}", first.kernel, first.point);
  if (first.bytes)
    out << fmt::format("    {} per call{}", bytes_text(*first.bytes),
                       first.bytes_are_derived ? ", each array counted once" : "");
  if (measured != rows.end())
    out << fmt::format("    caches {}", measured->cold ? "cold" : "warm: all sets of arrays may fit");
  out << '\n';
  if (measured != rows.end())
    out << fmt::format("  {:<12} {:>9}   {:<22} {:>8} {:>8} {:>8}\n", "", "median", "95 % interval", "vs ref.", "GB/s",
                       "GFLOP/s");
  const auto reference = std::ranges::find(rows, "reference", &Measurement::implementation);
  const auto* base = reference == rows.end() ? nullptr : timing_of(*reference);
  for (const auto& row : rows) write_row(row, base, report, style, out);
}

std::size_t count_if(const BenchReport& report, bool (*is)(const Measurement&)) {
  return static_cast<std::size_t>(std::ranges::count_if(report.rows, is));
}

std::string value_of(const BenchReport& report, std::string_view key) {
  for (const auto& [name, value] : report.environment)
    if (name == key) return value;
  return "unknown";
}

void write_head(const BenchReport& report, std::ostream& out) {
  std::set<std::string> kernels;
  for (const auto& row : report.rows) kernels.insert(row.kernel);
  const auto measured = count_if(report, [](const Measurement& row) { return timing_of(row) != nullptr; });
  const auto wrong = count_if(report, [](const Measurement& row) { return result::is_red(row.verdict, false); });
  out << fmt::format("kparity bench   {}, {}: {} measured, {} wrong, {} not measured   profile {}, seed {}, {}\n",
                     counted(kernels.size(), "kernel"), counted(report.rows.size(), "row"), measured, wrong,
                     report.rows.size() - measured - wrong, report.profile, report.seed, seconds_text(report.seconds));
  out << fmt::format("host   {}, {} CPUs allowed, load {}\n", value_of(report, "cpu_model"),
                     value_of(report, "cpu_affinity"), value_of(report, "load_avg"));
  out << fmt::format("build  {}, kparity {} ({})\n", value_of(report, "compiler"), report.version,
                     value_of(report, "library_build_type"));
  out << fmt::format("clock  steps of {}; an empty kernel takes {} a call, which no row subtracts\n",
                     time_text(report.clock_step), time_text(report.call_floor));
}

void write_unresolved(const BenchReport& report, std::ostream& out) {
  bool is_first = true;
  for (const auto& row : report.rows) {
    const auto* timing = timing_of(row);
    if (timing == nullptr || timing->reached_target) continue;
    if (is_first) out << fmt::format("\nnot known to {:g} % within the budget:\n", 100 * report.target);
    is_first = false;
    const std::string known =
        timing->interval
            ? fmt::format("half the interval is {:.1f} % of the median, {} preemptions",
                          50 * (timing->interval->high - timing->interval->low) / timing->median, timing->preemptions)
            : fmt::format("{} blocks are too few for an interval", timing->blocks.size());
    out << fmt::format("  {}/{} {}: {}\n", row.kernel, row.implementation, row.point, known);
  }
  if (!is_first) out << fmt::format("  more time: --budget {:g}\n", 2 * report.budget_seconds);
}

}  // namespace

void write_bench_text(const BenchReport& report, const Style& style, std::ostream& out) {
  write_head(report, out);
  const std::span<const Measurement> all(report.rows);
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first + 1;
    while (end < all.size() && all[end].kernel == all[first].kernel && all[end].point == all[first].point) ++end;
    write_group(all.subspan(first, end - first), report, style, out);
    first = end;
  }
  write_unresolved(report, out);
}

}  // namespace kparity::report
