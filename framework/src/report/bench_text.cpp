// The table of a benchmark on a terminal. Rows of one kernel and case stand together under their head, with the reason
// in place of the figures where there are none.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>

#include "bench_reference.hpp"
#include "bench_words.hpp"
#include "kparity/report/bench.hpp"
#include "plain_text.hpp"

namespace kparity::report {

namespace {

using result::BenchReport;
using result::Measurement;

/// "+-2.2 %" would hide a lopsided interval; so both ends are printed.
std::string interval_text(const result::Timing& timing) {
  if (!timing.interval) return fmt::format("{} blocks only", timing.blocks.size());
  return fmt::format("{} to {}", time_text(timing.interval->low), time_text(timing.interval->high));
}

std::string noted(const Measurement& row, const BenchReport& report) {
  const result::Timing& timing = *row.timing;
  std::vector<std::string> notes;
  if (!row.bound.empty()) notes.push_back("bound by " + row.bound);
  if (timing.coarse) notes.emplace_back("samples shorter than 1000 clock steps");
  if (row.place == "host" && report.call_floor > 0 && timing.median < 4 * report.call_floor)
    notes.push_back(fmt::format("mostly the call ({})", time_text(report.call_floor)));
  if (timing.page_faults > 0) notes.push_back(counted(timing.page_faults, "page fault"));
  if (!timing.steady) notes.emplace_back("not steady after warming up");
  for (auto& note : shape_notes(timing)) notes.push_back(std::move(note));
  notes.insert(notes.end(), row.notes.begin(), row.notes.end());
  return fmt::format("{}", fmt::join(notes, "; "));
}

/// The fastest host implementation; null if none was measured.
const result::Timing* best_host(std::span<const Measurement> rows) {
  const result::Timing* best = nullptr;
  for (const auto& row : rows) {
    const auto* timing = row.place == "host" ? timing_of(row) : nullptr;
    if (timing != nullptr && (best == nullptr || timing->median < best->median)) best = timing;
  }
  return best;
}

/// "copies in 1.02 ms (pinned 210 us)"; empty if nothing goes that way.
std::string copy_text(const Measurement& row, std::string_view way) {
  const auto* pageable = result::find_part(row, fmt::format("copy_{}", way));
  if (pageable == nullptr) return "";
  const auto* pinned = result::find_part(row, fmt::format("copy_{}_pinned", way));
  return fmt::format("copies {} {}{}", way, time_text(pageable->median),
                     pinned == nullptr ? "" : fmt::format(" (pinned {})", time_text(pinned->median)));
}

/// What surrounds a kernel on a device: its floor, copies, and the whole call against the best of the host.
void write_parts(const Measurement& row, const result::Timing* host, std::ostream& out) {
  std::vector<std::string> parts;
  for (const char* way : {"in", "out"})
    if (auto text = copy_text(row, way); !text.empty()) parts.push_back(std::move(text));
  if (const auto* call = result::find_part(row, "call")) {
    parts.push_back(fmt::format("whole call {}", time_text(call->median)));
    if (host != nullptr) parts.back() += fmt::format(", {} of the best host", ratio_text(*call, host));
  }
  if (const auto* floor = result::find_part(row, "launch_floor"))
    parts.push_back(fmt::format("an empty launch {}", time_text(floor->median)));
  if (row.first_call_seconds > 0)
    parts.push_back(fmt::format("compiled in {}, first call {}", time_text(row.compile_seconds),
                                time_text(row.first_call_seconds)));
  if (!parts.empty()) out << fmt::format("  {:<12} {}\n", "", fmt::join(parts, "; "));
}

struct Against {
  const result::Timing *reference = nullptr, *host = nullptr;  // the best of the host
};

void write_row(const Measurement& row, const Against& against, const BenchReport& report, const Style& style,
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
  const std::string line = fmt::format(
      "  {:<12} {:>9}   {:<22} {:>8} {:>8} {:>8} {:>8} {:>8}   {}", row.implementation, time_text(timing->median),
      interval_text(*timing), ratio_text(*timing, against.reference), ratio_text(*timing, against.host),
      rate_text(row.bytes, *timing), rate_text(row.flops, *timing), roof_text(row), noted(row, report));
  out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  write_parts(row, against.host, out);
}

/// "cold", "warm: all sets of arrays may fit", or per place where they differ.
std::string cache_text(std::span<const Measurement> rows) {
  std::optional<bool> host, device;
  for (const auto& row : rows)
    if (timing_of(row) != nullptr) (row.place == "host" ? host : device) = row.cold;
  const auto word = [](bool cold) { return cold ? "cold" : "warm: all sets of arrays may fit"; };
  if (!host || !device || *host == *device) return word(host.value_or(device.value_or(false)));
  return fmt::format("on the host {}; on the device {}", word(*host), word(*device));
}

void write_group(std::span<const Measurement> rows, const BenchReport& report, const Style& style, std::ostream& out) {
  const Measurement& first = rows.front();
  const auto measured = std::ranges::find_if(rows, [](const Measurement& row) { return timing_of(row) != nullptr; });
  out << fmt::format("\n{}  {}", first.kernel, first.point);
  if (first.bytes)
    out << fmt::format("    {} per call{}", bytes_text(*first.bytes),
                       first.bytes_are_derived ? ", each array counted once" : "");
  if (measured != rows.end()) out << fmt::format("    caches {}", cache_text(rows));
  out << '\n';
  if (measured != rows.end())
    out << fmt::format("  {:<12} {:>9}   {:<22} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "", "median", "95 % interval",
                       "vs ref.", "vs host", "GB/s", "GFLOP/s", "of roof");
  const auto reference = std::ranges::find(rows, "reference", &Measurement::implementation);
  const Against against{reference == rows.end() ? nullptr : timing_of(*reference), best_host(rows)};
  for (const auto& row : rows) write_row(row, against, report, style, out);
}

std::string break_even_text(const result::BreakEven& even) {
  const char* const what = even.what == "kernel" ? "kernel alone" : "whole call";
  if (!even.from) return fmt::format("never up to {} = {} ({})", even.size, size_text(even.largest), what);
  return fmt::format("from {} = {}{} ({})", even.size, size_text(*even.from),
                     *even.from == even.smallest ? ", the smallest, on" : "", what);
}

/// What all sizes of a kernel say together.
void write_conclusions(const std::string& kernel, const BenchReport& report, std::ostream& out) {
  std::vector<std::string> lines;
  for (const auto& even : report.break_evens) {
    if (even.kernel != kernel) continue;
    const std::string who = even.implementation + (even.types.empty() ? "" : " " + even.types);
    if (!lines.empty() && lines.back().starts_with("  " + who + " wins ")) {
      lines.back() += " and " + break_even_text(even);
    } else {
      lines.push_back("  " + who + " wins " + break_even_text(even));
    }
  }
  for (const auto& fit : report.fits) {
    if (fit.kernel != kernel) continue;
    lines.push_back(fmt::format("  {}{} takes {} + {} * ({})^{:.2f}, within {:.0f} %", fit.implementation,
                                fit.types.empty() ? "" : " " + fit.types, time_text(fit.a), time_text(fit.b), fit.size,
                                fit.p, 100 * fit.worst));
  }
  for (const auto& facts : report.statics)
    if (facts.kernel == kernel)
      lines.push_back(fmt::format(
          "  cuda{} for {}: {} registers, {} of local memory per thread, {} of shared memory, {} of "
          "code",
          facts.types.empty() ? "" : " " + facts.types, facts.architecture, facts.registers,
          bytes_text(static_cast<double>(facts.local_memory)), bytes_text(static_cast<double>(facts.shared_memory)),
          bytes_text(static_cast<double>(facts.code_size))));
  for (const auto& row : report.rows)
    if (row.kernel == kernel && row.instructions)
      lines.push_back(fmt::format(
          "  {} {}: {} instructions per call{}", row.implementation, row.point, *row.instructions,
          row.items ? fmt::format(", {:.3g} per item", static_cast<double>(*row.instructions) / *row.items) : ""));
  if (!lines.empty()) out << fmt::format("\n{}  over all sizes\n{}\n", kernel, fmt::join(lines, "\n"));
}

std::size_t count_if(const BenchReport& report, bool (*is)(const Measurement&)) {
  return static_cast<std::size_t>(std::ranges::count_if(report.rows, is));
}

std::string value_of(const BenchReport& report, std::string_view key) {
  for (const auto& [name, value] : report.environment)
    if (name == key) return value;
  return "unknown";
}

/// "host 12.4 GB/s, 103 GFLOP/s f32, 55.9 GFLOP/s f64".
std::string roof_line(const result::Roof& roof) {
  std::vector<std::string> figures;
  if (roof.bytes_per_second > 0) figures.push_back(fmt::format("{:.3g} GB/s", roof.bytes_per_second * 1e-9));
  for (const auto& [type, flops] : roof.flops_per_second)
    figures.push_back(fmt::format("{:.4g} GFLOP/s {}", flops * 1e-9, type));
  if (figures.empty()) return fmt::format("{} not measured: {}", roof.place, roof.why_absent);
  if (!roof.why_absent.empty()) figures.push_back("not all measured: " + roof.why_absent);
  return fmt::format("{} {}, measured by this run", roof.place, fmt::join(figures, ", "));
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
  if (value_of(report, "gpu_name") != "unknown") {
    out << fmt::format("gpu    {}, {}, {}; driver {}", value_of(report, "gpu_name"), value_of(report, "gpu_memory"),
                       value_of(report, "gpu_sm"), value_of(report, "gpu_driver"));
    for (const char* key : {"gpu_clock_max", "gpu_power_limit", "gpu_clock"})
      if (const auto value = value_of(report, key); value != "unknown") out << fmt::format("; {} {}", key + 4, value);
    out << '\n';
  }
  out << fmt::format(
      "time   {} of small cases by all rules, {} setting up and comparing, {} timing; per case at most {:g} s "
      "and {:g} s\n",
      seconds_text(report.verify_seconds), seconds_text(report.setup_seconds), seconds_text(report.timing_seconds),
      report.setup_limit, report.budget_seconds);
  for (const auto& roof : report.roofs) out << fmt::format("roof   {}\n", roof_line(roof));
  if (const auto absent = value_of(report, "instructions"); absent != "unknown")
    out << fmt::format("count  instructions of the host: {}\n", absent);
  out << fmt::format("clock  steps of {}", time_text(report.clock_step));
  if (report.call_floor > 0)
    out << fmt::format("; an empty kernel takes {} a call, which no row subtracts", time_text(report.call_floor));
  out << '\n';
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
    if (end == all.size() || all[end].kernel != all[first].kernel) write_conclusions(all[first].kernel, report, out);
    first = end;
  }
  write_unresolved(report, out);
  if (report.reference) write_reference_text(*report.reference, style, out);
}

}  // namespace kparity::report
