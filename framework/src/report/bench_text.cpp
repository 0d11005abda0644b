// The table of a benchmark on a terminal. Rows of one kernel and case stand together under their head, with the reason
// in place of the figures where there are none.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <utility>

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

struct Against {
  const result::Timing *reference = nullptr, *host = nullptr;  // the best of the host
};

struct Column {
  const char* name;
  unsigned width;
  bool is_left;   // its text begins where the column begins
  unsigned rank;  // those with the lowest leave a narrow terminal first
  std::string (*text)(const Measurement&, const result::Timing&, const Against&);
  const char* meaning;
};

constexpr unsigned width_of_names = 12;

constexpr Column columns[] = {
    {"median", 9, false, 7,
     [](const Measurement&, const result::Timing& timing, const Against&) { return time_text(timing.median); },
     "of the blocks, per call; a block is up to 50 samples in a row, and its median is one number"},
    {"95 % interval", 24, true, 4,
     [](const Measurement&, const result::Timing& timing, const Against&) { return interval_text(timing); },
     "of that median, by the bootstrap; it holds for this process, not for the next"},
    {"vs ref.", 8, false, 6,
     [](const Measurement&, const result::Timing& timing, const Against& against) {
       return ratio_text(timing, against.reference);
     },
     "median of `reference` over this one: above 1 is faster"},
    {"vs host", 8, false, 5,
     [](const Measurement&, const result::Timing& timing, const Against& against) {
       return ratio_text(timing, against.host);
     },
     "the same with the fastest host implementation"},
    {"GB/s", 8, false, 2,
     [](const Measurement& row, const result::Timing& timing, const Against&) { return rate_text(row.bytes, timing); },
     "bytes of a call as the spec counts them, over the median; not what a bus carried"},
    {"GFLOP/s", 8, false, 1,
     [](const Measurement& row, const result::Timing& timing, const Against&) { return rate_text(row.flops, timing); },
     "operations of a call as the spec counts them, over the median"},
    {"of roof", 8, false, 3,
     [](const Measurement& row, const result::Timing&, const Against&) { return roof_text(row); },
     "share of what the memory gave in this run, or arithmetic for rows bound by it; - where arrays may be in a "
     "cache"}};

constexpr std::pair<const char*, const char*> words[] = {
    {"caches cold", "all sets of arrays together are twice the last cache; warm: they may fit"},
    {"bound by", "at least half of that roof, and the flops per byte of the spec lie on its side"},
    {"copies in, out", "all arrays one way, from and to pageable memory (pinned memory)"},
    {"whole call", "copies in, launch, wait, copies out"},
    {"an empty launch",
     "a kernel that does nothing in the same grid; never subtracted; below four times that: launch-bound"},
    {"page faults", "of the process during blocks of the row: memory that was not there yet"}};

/// Those that there is room for, in their order.
std::vector<const Column*> columns_for(unsigned width) {
  std::vector<const Column*> shown;
  std::size_t needed = 2 + width_of_names;
  for (const Column& column : columns) {
    shown.push_back(&column);
    needed += 1 + column.width;
  }
  while (needed > width && shown.size() > 1) {
    const auto least = std::ranges::min_element(shown, {}, &Column::rank);
    needed -= 1 + (*least)->width;
    shown.erase(least);
  }
  return shown;
}

std::string without_end_blanks(const std::string& line) {
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

std::string padded(const std::string& text, const Column& column) {
  return column.is_left ? fmt::format("   {:<{}}", text, column.width - 2) : fmt::format(" {:>{}}", text, column.width);
}

/// Below the names, broken to the width.
void write_under(const std::string& text, const Style& style, std::ostream& out) {
  constexpr unsigned indent = width_of_names + 3;
  if (!text.empty()) out << fmt::format("{:{}}{}\n", "", indent, wrapped(text, indent, style.width));
}

/// What surrounds a kernel on a device: its floor, copies, and the whole call against the best of the host.
void write_parts(const Measurement& row, const result::Timing* host, const Style& style, std::ostream& out) {
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
  write_under(fmt::format("{}", fmt::join(parts, "; ")), style, out);
}

void write_without_time(const Measurement& row, const BenchReport& report, const Style& style, std::ostream& out) {
  const bool is_red = result::is_red(row.verdict, false);
  const std::string name(result::name_of(row.verdict));
  // Wrapped before it is coloured, since the colour has no width.
  std::string text = wrapped(fmt::format("{}: {}", name, repaired(row.reason)), width_of_names + 3, style.width);
  if (style.color) text.replace(0, name.size(), fmt::format("\x1b[1;{}m{}\x1b[0m", is_red ? 31 : 33, name));
  out << fmt::format("  {:<{}} {}\n", row.implementation, width_of_names, text);
  if (is_red && !row.token.empty())
    out << fmt::format("  {:<{}} {} '{}' --implementation {}\n", "", width_of_names, report.replay_command, row.token,
                       row.implementation);
}

void write_row(const Measurement& row, const Against& against, const BenchReport& report, const Style& style,
               std::ostream& out) {
  const auto* timing = timing_of(row);
  if (timing == nullptr) return write_without_time(row, report, style, out);
  std::string line = fmt::format("  {:<{}}", row.implementation, width_of_names);
  for (const Column* column : columns_for(style.width)) line += padded(column->text(row, *timing, against), *column);
  const std::string notes = noted(row, report);
  const bool has_room = columns_of(line) + 3 + columns_of(notes) <= style.width;
  out << without_end_blanks(has_room ? fmt::format("{}   {}", line, notes) : line) << '\n';
  if (!has_room) write_under(notes, style, out);
  write_parts(row, against.host, style, out);
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
  std::string head = fmt::format("{}  {}", first.kernel, first.point);
  if (first.bytes)
    head += fmt::format("    {} per call{}", bytes_text(*first.bytes),
                        first.bytes_are_derived ? ", each array counted once" : "");
  if (measured != rows.end()) head += fmt::format("    caches {}", cache_text(rows));
  out << '\n' << wrapped(head, 2, style.width) << '\n';
  if (measured != rows.end()) {
    std::string line = fmt::format("  {:<{}}", "", width_of_names);
    for (const Column* column : columns_for(style.width)) line += padded(column->name, *column);
    out << without_end_blanks(line) << '\n';
  }
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
void write_conclusions(const std::string& kernel, const BenchReport& report, const Style& style, std::ostream& out) {
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
  if (lines.empty()) return;
  out << fmt::format("\n{}  over all sizes\n", kernel);
  for (const auto& line : lines) out << "  " << wrapped(line.substr(2), 4, style.width) << '\n';
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

void write_unresolved(const BenchReport& report, const Style& style, std::ostream& out) {
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
    const std::string text = fmt::format("{}/{} {}: {}", row.kernel, row.implementation, row.point, known);
    out << "  " << wrapped(text, 4, style.width) << '\n';
  }
  if (!is_first) out << fmt::format("  more time: --budget {:g}\n", 2 * report.budget_seconds);
}

}  // namespace

void write_bench_head(const BenchReport& report, std::ostream& out) {
  std::set<std::string> kernels;
  for (const auto& row : report.rows) kernels.insert(row.kernel);
  out << fmt::format("kparity bench   {}, {}   profile {}, seed {}\n", counted(kernels.size(), "kernel"),
                     counted(report.rows.size(), "row"), report.profile, report.seed);
  out << fmt::format("budget {:g} s of set-up and {:g} s of timing at most, per size of a kernel\n", report.setup_limit,
                     report.budget_seconds);
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
  for (const auto& roof : report.roofs) out << fmt::format("roof   {}\n", roof_line(roof));
  if (const auto absent = value_of(report, "instructions"); absent != "unknown")
    out << fmt::format("count  instructions of the host: {}\n", absent);
  out << fmt::format("clock  steps of {}", time_text(report.clock_step));
  if (report.call_floor > 0)
    out << fmt::format("; an empty kernel takes {} a call, which no row subtracts", time_text(report.call_floor));
  out << '\n';
}

void write_bench_rows(const BenchReport& report, std::size_t first, std::size_t count, const Style& style,
                      std::ostream& out) {
  const auto& rows = report.rows;
  write_group(std::span(rows).subspan(first, count), report, style, out);
  const std::size_t end = first + count;
  if (end == rows.size() || rows[end].kernel != rows[first].kernel)
    write_conclusions(rows[first].kernel, report, style, out);
}

void write_bench_end(const BenchReport& report, const Style& style, std::ostream& out) {
  write_unresolved(report, style, out);
  if (report.reference) write_reference_text(*report.reference, style, out);
  const auto measured = count_if(report, [](const Measurement& row) { return timing_of(row) != nullptr; });
  const auto wrong = count_if(report, [](const Measurement& row) { return result::is_red(row.verdict, false); });
  const std::string counts = fmt::format(
      "{}: {} measured, {} wrong, {} not measured; {}, of these {} judging small cases by all rules, {} setting up and "
      "comparing, {} timing",
      counted(report.rows.size(), "row"), measured, wrong, report.rows.size() - measured - wrong,
      seconds_text(report.seconds), seconds_text(report.verify_seconds), seconds_text(report.setup_seconds),
      seconds_text(report.timing_seconds));
  out << '\n' << wrapped(counts, 2, style.width) << '\n';
  if (!report.is_complete) out << "incomplete: the run was stopped before its end\n";
}

void write_bench_text(const BenchReport& report, const Style& style, std::ostream& out) {
  write_bench_head(report, out);
  const auto& rows = report.rows;
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t end = first + 1;
    while (end < rows.size() && rows[end].kernel == rows[first].kernel && rows[end].point == rows[first].point) ++end;
    write_bench_rows(report, first, end - first, style, out);
    first = end;
  }
  write_bench_end(report, style, out);
}

void write_bench_explanation(const Style& style, std::ostream& out) {
  constexpr unsigned indent = 18;
  const auto line = [&](const char* word, const char* meaning) {
    out << fmt::format("  {:<{}}{}\n", word, indent - 2, wrapped(meaning, indent, style.width));
  };
  out << '\n';
  for (const Column& column : columns) line(column.name, column.meaning);
  for (const auto& [word, meaning] : words) line(word, meaning);
}

}  // namespace kparity::report
