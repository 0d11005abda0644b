// What several sizes of a kernel say together: how its time grows, and from where on a device is worth it. Sizes that
// change together count as one, by the name that comes first.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "kparity/bench/bench.hpp"

namespace kparity::bench {

namespace {

using result::BreakEven;
using result::Fit;
using result::Measurement;

constexpr std::size_t fewest_points_of_a_fit = 3;
constexpr double worst_fit = 0.25;

struct Point {
  double n = 0, seconds = 0;
};

/// One line of a plot.
struct Series {
  std::string kernel, types, implementation, place, size;
  std::vector<Point> kernel_alone, call;
};

/// The first size whose values differ among the rows of a kernel; empty if none does.
std::string varied_size(const std::vector<const Measurement*>& rows) {
  for (std::size_t i = 0; i < rows.front()->sizes.size(); ++i)
    for (const auto* row : rows)
      if (i < row->sizes.size() && row->sizes[i].second != rows.front()->sizes[i].second) return row->sizes[i].first;
  return "";
}

double value_of(const Measurement& row, const std::string& size) {
  for (const auto& [name, value] : row.sizes)
    if (name == size) return static_cast<double>(value);
  return 0;
}

std::vector<Series> series_of(const result::BenchReport& report) {
  std::map<std::pair<std::string, std::string>, std::vector<const Measurement*>> kernels;
  for (const auto& row : report.rows) kernels[{row.kernel, row.types}].push_back(&row);
  std::vector<Series> all;
  for (const auto& [key, rows] : kernels) {
    const std::string size = varied_size(rows);
    if (size.empty()) continue;
    for (const auto* row : rows) {
      if (row->verdict != result::Verdict::pass || !row->timing) continue;
      auto found = std::ranges::find_if(all, [&](const Series& each) {
        return each.kernel == row->kernel && each.types == row->types && each.implementation == row->implementation;
      });
      if (found == all.end())
        found = all.insert(all.end(), {row->kernel, row->types, row->implementation, row->place, size, {}, {}});
      const double n = value_of(*row, size);
      found->kernel_alone.push_back({n, row->timing->median});
      if (const auto* call = result::find_part(*row, "call")) found->call.push_back({n, call->median});
    }
  }
  for (auto& each : all) {
    std::ranges::sort(each.kernel_alone, {}, &Point::n);
    std::ranges::sort(each.call, {}, &Point::n);
  }
  return all;
}

/// Two sizes of one value would be two times for one n, as a grid of sizes has them.
bool has_one_time_per_size(const std::vector<Point>& points) {
  return std::ranges::adjacent_find(points, {}, &Point::n) == points.end() &&
         std::ranges::all_of(points, [](const Point& point) { return point.n > 0 && point.seconds > 0; });
}

/// The best a and b for one exponent, neither negative, by least squares of relative differences.
Fit fitted(const std::vector<Point>& points, double p) {
  double s_11 = 0, s_1x = 0, s_xx = 0, s_1y = 0, s_xy = 0;
  for (const auto& [n, seconds] : points) {
    const double x = std::pow(n, p), one = 1 / seconds, scaled = x / seconds;
    s_11 += one * one;
    s_1x += one * scaled;
    s_xx += scaled * scaled;
    s_1y += one;
    s_xy += scaled;
  }
  const double determinant = s_11 * s_xx - s_1x * s_1x;
  Fit fit;
  fit.p = p;
  fit.a = determinant > 0 ? (s_1y * s_xx - s_xy * s_1x) / determinant : -1;
  fit.b = determinant > 0 ? (s_11 * s_xy - s_1x * s_1y) / determinant : -1;
  if (fit.a < 0) {
    fit.a = 0;
    fit.b = s_xy / s_xx;
  } else if (fit.b < 0) {
    fit.a = s_1y / s_11;
    fit.b = 0;
  }
  for (const auto& [n, seconds] : points)
    fit.worst = std::max(fit.worst, std::fabs(fit.a + fit.b * std::pow(n, p) - seconds) / seconds);
  return fit;
}

std::optional<Fit> fit_of(const Series& series) {
  const auto& points = series.kernel_alone;
  if (points.size() < fewest_points_of_a_fit || !has_one_time_per_size(points)) return std::nullopt;
  Fit best = fitted(points, 1);
  for (int hundredths = 5; hundredths <= 400; ++hundredths) {
    const Fit fit = fitted(points, hundredths / 100.0);
    if (fit.worst < best.worst) best = fit;
  }
  if (best.worst > worst_fit || best.b == 0) return std::nullopt;
  best.kernel = series.kernel;
  best.implementation = series.implementation;
  best.types = series.types;
  best.size = series.size;
  return best;
}

/// The least time of any host implementation for each size.
std::vector<Point> best_of_host(const std::vector<Series>& all, const Series& like) {
  std::map<double, double> best;
  for (const auto& series : all) {
    if (series.place != "host" || series.kernel != like.kernel || series.types != like.types) continue;
    for (const auto& [n, seconds] : series.kernel_alone) {
      const auto [found, is_new] = best.try_emplace(n, seconds);
      if (!is_new) found->second = std::min(found->second, seconds);
    }
  }
  std::vector<Point> points;
  for (const auto& [n, seconds] : best) points.push_back({n, seconds});
  return points;
}

std::optional<BreakEven> break_even_of(const Series& series, const std::string& what, const std::vector<Point>& device,
                                       const std::vector<Point>& host) {
  std::vector<Point> gains;  // log of host over device; 0 is even
  for (const auto& [n, seconds] : device)
    for (const auto& [other, host_seconds] : host)
      if (n == other) gains.push_back({n, std::log(host_seconds / seconds)});
  if (gains.size() < 2 || std::ranges::adjacent_find(gains, {}, &Point::n) != gains.end()) return std::nullopt;
  BreakEven even{series.kernel, series.implementation, series.types,   what,
                 series.size,   gains.front().n,       gains.back().n, {}};
  if (gains.back().seconds <= 0) return even;
  std::size_t last_loss = gains.size();  // after it the device is faster for good
  for (std::size_t i = 0; i < gains.size(); ++i)
    if (gains[i].seconds <= 0) last_loss = i;
  if (last_loss == gains.size()) {
    even.from = even.smallest;
    return even;
  }
  const Point &below = gains[last_loss], &above = gains[last_loss + 1];
  const double share = -below.seconds / (above.seconds - below.seconds);
  even.from = std::exp(std::log(below.n) + share * (std::log(above.n) - std::log(below.n)));
  return even;
}

}  // namespace

void conclude(result::BenchReport& report) {
  const auto all = series_of(report);
  report.fits.clear();
  report.break_evens.clear();
  for (const auto& series : all) {
    if (auto fit = fit_of(series)) report.fits.push_back(std::move(*fit));
    if (series.place != "device") continue;
    const auto host = best_of_host(all, series);
    if (auto even = break_even_of(series, "kernel", series.kernel_alone, host))
      report.break_evens.push_back(std::move(*even));
    if (auto even = break_even_of(series, "call", series.call, host)) report.break_evens.push_back(std::move(*even));
  }
}

}  // namespace kparity::bench
