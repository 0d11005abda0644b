// A row has a share of the memory's roof only if its arrays come from memory, and a bound only if it is near a roof
// that the work which its spec states leads to.
#include <fmt/format.h>

#include <algorithm>

#include "kparity/bench/bench.hpp"

namespace kparity::bench {

namespace {

using result::Measurement;
using result::Roof;

constexpr double most_share = 1.05;  // beyond it the model of the work is wrong, not the roof
constexpr double near_a_roof = 0.5;

std::string types_word(const Measurement& row) {
  return row.types == "T=float" ? "f32" : "f64";
}

double flops_of(const Roof& roof, std::string_view type) {
  for (const auto& [name, flops] : roof.flops_per_second)
    if (name == type) return flops;
  return 0;
}

/// Empty, with a note, if it cannot be.
std::optional<double> share_of(double rate, double roof, std::string_view what, Measurement& row) {
  if (roof <= 0) return std::nullopt;
  if (rate <= most_share * roof) return rate / roof;
  row.notes.push_back(
      fmt::format("{:.0f} % of the roof cannot be: see '{}' in `work` of its spec", 100 * rate / roof, what));
  return std::nullopt;
}

void hold_against(const Roof& roof, Measurement& row) {
  const double seconds = row.timing->median;
  if (seconds <= 0) return;
  if (row.bytes && row.cold) row.memory_share = share_of(*row.bytes / seconds, roof.bytes_per_second, "reads", row);
  const double flops_roof = flops_of(roof, row.flops_type);
  if (row.flops) row.flops_share = share_of(*row.flops / seconds, flops_roof, "flops", row);
  if (!row.flops || !row.bytes || *row.bytes <= 0 || flops_roof <= 0 || roof.bytes_per_second <= 0) return;
  const bool is_left_of_ridge = *row.flops / *row.bytes < flops_roof / roof.bytes_per_second;
  if (is_left_of_ridge && row.memory_share.value_or(0) >= near_a_roof) row.bound = "memory";
  if (!is_left_of_ridge && row.flops_share.value_or(0) >= near_a_roof) row.bound = "arithmetic";
  // An empty launch of so many blocks may take as long as their memory does, but nobody would look there first.
  if (!row.bound.empty()) std::erase(row.notes, launch_bound);
}

/// The most of all sizes.
void add_flops(const std::string& type, double flops, Roof& roof) {
  for (auto& [name, most] : roof.flops_per_second) {
    if (name != type) continue;
    most = std::max(most, flops);
    return;
  }
  roof.flops_per_second.emplace_back(type, flops);
}

}  // namespace

std::vector<Roof> roofs_of(const result::BenchReport& probes) {
  std::vector<Roof> roofs;
  for (const std::string place : {"host", "device"}) {
    Roof roof;
    roof.place = place;
    for (const auto& row : probes.rows) {
      if (row.place != place) continue;
      if (!row.timing || row.timing->median <= 0) {
        if (roof.why_absent.empty())
          roof.why_absent = fmt::format("{}/{}: {}", row.kernel, row.implementation, row.reason);
        continue;
      }
      if (row.kernel == memory_probe && row.bytes) {
        roof.bytes_per_second = std::max(roof.bytes_per_second, *row.bytes / row.timing->median);
      } else if (row.kernel == arithmetic_probe && row.flops) {
        add_flops(types_word(row), *row.flops / row.timing->median, roof);
      }
    }
    if (roof.bytes_per_second > 0 || !roof.why_absent.empty()) roofs.push_back(roof);
  }
  return roofs;
}

void hold_against_roofs(result::BenchReport& report, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) {
    Measurement& row = report.rows[i];
    const auto roof = std::ranges::find(report.roofs, row.place, &Roof::place);
    if (row.timing && roof != report.roofs.end()) hold_against(*roof, row);
  }
}

void hold_against_roofs(result::BenchReport& report) {
  hold_against_roofs(report, 0, report.rows.size());
}

}  // namespace kparity::bench
