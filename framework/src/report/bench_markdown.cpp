// Tables per kernel, with what is wrong first: a summary page is cut off at its end, never at its beginning.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "bench_words.hpp"
#include "kparity/report/bench.hpp"
#include "plain_text.hpp"

namespace kparity::report {

namespace {

using result::BenchReport;
using result::Measurement;

/// A cell of a table: no bar, no line break.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : repaired(text)) out += c == '|' ? std::string("\\|") : std::string(1, c == '\n' ? ' ' : c);
  return out;
}

void write_wrong(const BenchReport& report, std::ostream& out) {
  bool is_first = true;
  for (const auto& row : report.rows) {
    if (!result::is_red(row.verdict, false)) continue;
    if (is_first) out << "\n**No time is shown for what is wrong:**\n\n";
    is_first = false;
    out << fmt::format("- `{}/{}` {}: {}: {}\n", row.kernel, row.implementation, row.point,
                       result::name_of(row.verdict), cell(row.reason));
  }
}

std::string part_text(const Measurement& row, std::string_view what) {
  const auto* part = result::find_part(row, what);
  return part == nullptr ? "" : time_text(part->median);
}

void write_kernel(const std::string& kernel, const BenchReport& report, std::ostream& out) {
  out << fmt::format(
      "\n### {}\n\n| case | implementation | kernel | 95 % interval | GB/s | of roof | copies in, out | "
      "whole call |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
      kernel);
  for (const auto& row : report.rows) {
    if (row.kernel != kernel) continue;
    const auto* timing = timing_of(row);
    if (timing == nullptr) {
      if (!result::is_red(row.verdict, false))
        out << fmt::format("| {} | {} | {} | {} | | | | |\n", row.point, row.implementation,
                           result::name_of(row.verdict), cell(row.reason));
      continue;
    }
    const std::string copies =
        row.place == "device" ? part_text(row, "copy_in") + ", " + part_text(row, "copy_out") : "";
    out << fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} |\n", row.point, row.implementation, time_text(timing->median),
        timing->interval ? fmt::format("{} to {}", time_text(timing->interval->low), time_text(timing->interval->high))
                         : "",
        rate_text(row.bytes, *timing), roof_text(row), copies, part_text(row, "call"));
  }
}

}  // namespace

void write_bench_markdown(const BenchReport& report, std::ostream& out) {
  const auto measured =
      std::ranges::count_if(report.rows, [](const Measurement& row) { return timing_of(row) != nullptr; });
  out << fmt::format("## Benchmarks\n\n{} of {} measured, profile {}, {}.\n", measured,
                     counted(report.rows.size(), "row"), report.profile, report.date);
  if (!report.is_complete) out << "\n**Incomplete: the run was stopped before its end.**\n";
  write_wrong(report, out);
  std::vector<std::string> kernels;
  for (const auto& row : report.rows)
    if (std::ranges::find(kernels, row.kernel) == kernels.end()) kernels.push_back(row.kernel);
  for (const auto& kernel : kernels) write_kernel(kernel, report, out);
  out << "\n<details><summary>environment</summary>\n\n";
  for (const auto& [key, value] : report.environment) out << fmt::format("- {}: {}\n", key, cell(value));
  for (const auto& roof : report.roofs)
    out << fmt::format("- roof of the {}: {:.3g} GB/s\n", roof.place, roof.bytes_per_second * 1e-9);
  out << "\n</details>\n";
}

}  // namespace kparity::report
