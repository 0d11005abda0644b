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

namespace {

double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// The median of the last third over that of the first, if it is far from 1 for the spread of the blocks.
std::string drift_note(const std::vector<double>& blocks) {
  constexpr double worth_saying = 0.05;
  const auto third = static_cast<std::ptrdiff_t>(blocks.size() / 3);
  if (third < 4) return "";
  const std::vector<double> first(blocks.begin(), blocks.begin() + third), last(blocks.end() - third, blocks.end());
  const double from = middle_of(first), to = middle_of(last);
  if (from <= 0 || std::fabs(to / from - 1) < worth_saying) return "";
  // Nearly all of one third lie on one side of the middle of the other.
  const auto beyond = std::ranges::count_if(last, [&](double each) { return (each > from) == (to > from); });
  return 10 * beyond >= 9 * third
             ? fmt::format("drifts by {:+.0f} % in the order of measurement", 100 * (to / from - 1))
             : "";
}

/// The split of the sorted values with the least spread within both parts (Otsu, 1979).
std::string cluster_note(std::vector<double> blocks) {
  constexpr std::size_t fewest = 12;
  if (blocks.size() < fewest) return "";
  std::ranges::sort(blocks);
  std::vector<double> sums{0}, squares{0};
  for (const double each : blocks) {
    sums.push_back(sums.back() + each);
    squares.push_back(squares.back() + each * each);
  }
  const auto mean = [&](std::size_t from, std::size_t to) {
    return (sums[to] - sums[from]) / static_cast<double>(to - from);
  };
  const auto within = [&](std::size_t from, std::size_t to) {
    return squares[to] - squares[from] - mean(from, to) * (sums[to] - sums[from]);
  };
  const std::size_t count = blocks.size(), least = count / 5;
  std::size_t best = least;
  for (std::size_t at = least; at <= count - least; ++at)
    if (within(0, at) + within(at, count) < within(0, best) + within(best, count)) best = at;
  const double low = mean(0, best), high = mean(best, count);
  const double spread = std::sqrt(std::max(0.0, within(0, best) + within(best, count)) / static_cast<double>(count));
  if (high - low < 6 * spread || high < 1.05 * low) return "";
  return fmt::format("two kinds of blocks, about {} and {}", time_text(low), time_text(high));
}

}  // namespace

std::vector<std::string> shape_notes(const result::Timing& timing) {
  std::vector<std::string> notes;
  const std::string drift = drift_note(timing.blocks);
  if (!drift.empty()) notes.push_back(drift);
  const std::string clusters = cluster_note(timing.blocks);
  if (!clusters.empty() && drift.empty()) notes.push_back(clusters);
  return notes;
}

std::string size_text(double n) {
  const double unit = n < 1000 ? 1 : std::pow(10, std::floor(std::log10(n)) - 2);
  std::string digits = fmt::format("{:.0f}", std::round(n / unit) * unit);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, " ");
  return digits;
}

}  // namespace kparity::report
