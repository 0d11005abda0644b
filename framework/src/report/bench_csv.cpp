// One table for a spreadsheet: RFC 4180, empty fields for what is not known.
#include <fmt/format.h>

#include "bench_words.hpp"
#include "kparity/report/bench.hpp"

namespace kparity::report {

namespace {

using result::Measurement;
using result::Timing;

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.6g}", *value) : "";
}

void write_row(const Measurement& row, std::string_view what, const Timing* timing, std::ostream& out) {
  const bool is_kernel = what == "kernel";
  const auto rate = [&](const std::optional<double>& work) -> std::optional<double> {
    if (!is_kernel || timing == nullptr || !work || timing->median <= 0) return std::nullopt;
    return *work / timing->median;
  };
  std::optional<double> median, low, high;
  if (timing != nullptr) median = timing->median;
  if (timing != nullptr && timing->interval) {
    low = timing->interval->low;
    high = timing->interval->high;
  }
  out << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", field(row.kernel), field(row.point),
                     field(row.implementation), row.place, what, result::name_of(row.verdict), number(median),
                     number(low), number(high), timing == nullptr ? "" : std::to_string(timing->blocks.size()),
                     timing == nullptr ? "" : (row.cold ? "cold" : "warm"), number(rate(row.bytes)),
                     number(rate(row.flops)), is_kernel ? number(row.memory_share) : "", is_kernel ? row.bound : "",
                     field(row.reason));
}

}  // namespace

void write_bench_csv(const result::BenchReport& report, std::ostream& out) {
  out << "kernel,point,implementation,place,what,state,median_s,low_s,high_s,blocks,cache,bytes_per_second,"
         "flops_per_second,roof_share,bound,reason\r\n";
  for (const auto& row : report.rows) {
    const auto* timing = timing_of(row);
    write_row(row, "kernel", timing, out);
    if (timing == nullptr) continue;
    for (const auto& part : row.parts) write_row(row, part.what, &part.timing, out);
  }
}

}  // namespace kparity::report
