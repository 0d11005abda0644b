// Raw numbers, one JSON object per line, so that a file that was cut off loses its last line only.
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench_words.hpp"
#include "kparity/report/bench.hpp"

namespace kparity::report {

namespace {

using Json = nlohmann::ordered_json;

void write_blocks(const result::Measurement& row, std::string_view what, const result::Timing& timing,
                  std::ostream& out) {
  for (std::size_t i = 0; i < timing.blocks.size(); ++i) {
    Json line = {{"name", name_of(row, what)}, {"block", i}, {"seconds", timing.blocks[i]}};
    if (i < timing.clock_hertz.size() && timing.clock_hertz[i] > 0) line["clock_hertz"] = timing.clock_hertz[i];
    out << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  }
}

}  // namespace

void write_bench_lines_of(std::span<const result::Measurement> rows, std::ostream& out) {
  for (const auto& row : rows) {
    if (const auto* timing = timing_of(row)) {
      write_blocks(row, "kernel", *timing, out);
      for (const auto& part : row.parts) write_blocks(row, part.what, part.timing, out);
      continue;
    }
    const Json line = {{"name", name_of(row)}, {"state", result::name_of(row.verdict)}, {"reason", row.reason}};
    out << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  }
}

void write_bench_lines(const result::BenchReport& report, std::ostream& out) {
  write_bench_lines_of(report.rows, out);
}

}  // namespace kparity::report
