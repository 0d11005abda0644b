// Three digits everywhere: more would promise what a benchmark does not know.
#include "bench_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kparity::report {

using result::Measurement;
using result::Verdict;

std::string name_of(const Measurement& row, std::string_view what) {
  std::string point = row.point;
  std::ranges::replace(point, '=', ':');
  std::ranges::replace(point, ' ', '/');
  std::string name = row.kernel + "/impl:" + row.implementation + "/cache:" + (row.cold ? "cold" : "warm");
  name += fmt::format("/what:{}", what);
  return point.empty() ? name : name + "/" + point;
}

const result::Timing* timing_of(const Measurement& row) {
  return row.verdict == Verdict::pass && row.timing ? &*row.timing : nullptr;
}

std::string time_text(double seconds) {
  struct Unit {
    double size;
    const char* name;
  };
  static constexpr Unit units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  const auto* unit = std::ranges::find_if(units, [&](const Unit& each) { return seconds >= 0.9995 * each.size; });
  if (unit == std::end(units)) --unit;
  const double value = seconds / unit->size;
  if (seconds < 0.095e-9) return seconds == 0 ? "0" : fmt::format("{:.2g} ns", value);
  return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, unit->name);
}

std::string bytes_text(double bytes) {
  if (bytes < 999.5) return fmt::format("{:.0f} B", bytes);
  if (bytes < 999.5e3) return fmt::format("{:.3g} kB", bytes / 1e3);
  return bytes < 999.5e6 ? fmt::format("{:.3g} MB", bytes / 1e6) : fmt::format("{:.3g} GB", bytes / 1e9);
}

std::string ratio_text(const result::Timing& timing, const result::Timing* other) {
  if (other == nullptr || timing.median <= 0) return "-";
  const double ratio = other->median / timing.median;
  return fmt::format("{:.{}f}x", ratio, ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0);
}

std::string rate_text(const std::optional<double>& work, const result::Timing& timing) {
  if (!work || timing.median <= 0) return "-";
  return fmt::format("{:.3g}", *work / timing.median / 1e9);
}

std::string roof_text(const Measurement& row) {
  const auto share = row.bound == "arithmetic" ? row.flops_share : row.memory_share;
  return share ? fmt::format("{:.0f} %", 100 * *share) : "-";
}

std::string size_text(double n) {
  const double unit = n < 1000 ? 1 : std::pow(10, std::floor(std::log10(n)) - 2);
  std::string digits = fmt::format("{:.0f}", std::round(n / unit) * unit);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, " ");
  return digits;
}

}  // namespace kparity::report
