// The file for github-action-benchmark. It takes a row without a time for 0 and compares only the first of two equal
// names, so neither is written.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "bench_words.hpp"
#include "kparity/report/bench.hpp"

namespace kparity::report {

namespace {

using Json = nlohmann::ordered_json;
constexpr double microsecond = 1e-6;

/// The state of the caches is not part of the name: it depends on the machine, and a row would change its name.
std::string name_of_row(const result::Measurement& row, std::string_view what) {
  return fmt::format("{}/{}{}{}{}", row.kernel, row.implementation, what == "kernel" ? "" : fmt::format(" {}", what),
                     row.point.empty() ? "" : " ", row.point);
}

void add(const result::Measurement& row, std::string_view what, const result::Timing& timing, bool is_complete,
         std::set<std::string>& names, Json& entries) {
  const double value = timing.median / microsecond;
  if (!std::isfinite(value) || value <= 0) return;
  const std::string name = name_of_row(row, what);
  if (!names.insert(name).second) return;
  Json entry = {{"name", name}, {"unit", "us"}, {"value", value}};
  if (timing.interval)
    entry["range"] = fmt::format("± {:.3g}", (timing.interval->high - timing.interval->low) / 2 / microsecond);
  entry["extra"] =
      fmt::format("{} blocks{}{}", timing.blocks.size(), is_complete ? "" : ", of an incomplete run",
                  row.memory_share && what == "kernel" ? fmt::format(", {} of the roof", roof_text(row)) : "");
  entries.push_back(std::move(entry));
}

}  // namespace

void write_bench_gha(const result::BenchReport& report, std::ostream& out) {
  Json entries = Json::array();
  std::set<std::string> names;
  for (const auto& row : report.rows) {
    const auto* timing = timing_of(row);
    if (timing == nullptr) continue;
    add(row, "kernel", *timing, report.is_complete, names, entries);
    if (const auto* call = result::find_part(row, "call")) add(row, "call", *call, report.is_complete, names, entries);
  }
  out << entries.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace kparity::report
