// Everything is laid out in a box of fixed size, and labels stand at decades only, so that no text meets another.
#include "svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kparity::report::svg {

namespace {

constexpr double width = 560, height = 300;
constexpr double left = 74, right = 18, top = 14, bottom = 46;

/// From values to places along an axis.
class Scale {
 public:
  Scale(double low, double high, double from, double to, bool is_log)
      : low_(is_log ? std::log10(low) : low),
        high_(is_log ? std::log10(high) : high),
        from_(from),
        to_(to),
        is_log_(is_log) {
    if (high_ - low_ < 1e-9) {  // one value stands in the middle
      low_ -= 0.5;
      high_ += 0.5;
    }
  }
  double at(double value) const {
    const double place = is_log_ ? std::log10(value) : value;
    return from_ + (place - low_) / (high_ - low_) * (to_ - from_);
  }
  /// Where labels stand: at most seven.
  std::vector<double> ticks() const {
    std::vector<double> all;
    if (!is_log_) {
      const double step = nice_step((high_ - low_) / 5);
      for (double tick = std::ceil(low_ / step) * step; tick <= high_ + step * 1e-9; tick += step) all.push_back(tick);
      return all;
    }
    const int first = static_cast<int>(std::ceil(low_ - 1e-9)), last = static_cast<int>(std::floor(high_ + 1e-9));
    const int step = std::max(1, (last - first + 6) / 7);
    for (int decade = first; decade <= last; decade += step) all.push_back(std::pow(10, decade));
    if (all.size() < 2) return {std::pow(10, low_), std::pow(10, high_)};
    return all;
  }

 private:
  static double nice_step(double raw) {
    const double decade = std::pow(10, std::floor(std::log10(std::max(raw, 1e-300))));
    for (const double factor : {1.0, 2.0, 5.0})
      if (factor * decade >= raw) return factor * decade;
    return 10 * decade;
  }
  double low_, high_, from_, to_;
  bool is_log_;
};

std::string number_text(double value) {
  if (value != 0 && (std::fabs(value) >= 1e5 || std::fabs(value) < 1e-2)) {
    const double power = std::floor(std::log10(std::fabs(value)) + 1e-9);
    const double digits = value / std::pow(10, power);
    return std::fabs(digits - 1) < 1e-6 ? fmt::format("1e{:.0f}", power) : fmt::format("{:.2g}e{:.0f}", digits, power);
  }
  return fmt::format("{:.5g}", value);
}

std::string open(double box_height, std::string_view title) {
  return fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\"><title>{}</title>", width, box_height,
                     escaped(title));
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text, std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>", x, y, anchor, more,
                     escaped(text));
}

std::string frame(const Scale& x, const Scale& y, const Axes& axes) {
  std::string out;
  const double base = height - bottom;
  for (const double tick : x.ticks()) {
    const double at = x.at(tick);
    out += fmt::format("<path class=\"g\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>", at, top, base);
    out += text_at(std::clamp(at, left + 8, width - right - 14), base + 16, "middle", number_text(tick));
  }
  for (const double tick : y.ticks()) {
    const double at = y.at(tick);
    out += fmt::format("<path class=\"g\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>", left, at, width - right);
    out += text_at(left - 6, std::clamp(at + 4, top + 8, base), "end", number_text(tick / axes.y_unit));
  }
  out += text_at((left + width - right) / 2, height - 8, "middle", axes.x_name);
  out += fmt::format("<text transform=\"translate(14 {:.0f}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
                     (top + base) / 2, escaped(axes.y_name));
  return out;
}

bool can_be_shown(const Point& point, const Axes& axes) {
  const bool x = std::isfinite(point.x) && (!axes.log_x || point.x > 0);
  return x && std::isfinite(point.y) && (!axes.log_y || (point.y > 0 && point.low > 0));
}

std::string band(const std::vector<Point>& points, std::size_t color, const Scale& x, const Scale& y) {
  std::string path;
  for (const auto& point : points)
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x.at(point.x), y.at(point.high));
  for (auto point = points.rbegin(); point != points.rend(); ++point)
    path += fmt::format("L{:.1f} {:.1f}", x.at(point->x), y.at(point->low));
  return fmt::format("<path class=\"b s{}\" d=\"{}Z\"/>", color, path);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string lines(const std::vector<Line>& all, const Axes& axes) {
  std::vector<Line> shown;
  double low_x = INFINITY, high_x = -INFINITY, low_y = INFINITY, high_y = -INFINITY;
  for (const auto& line : all) {
    Line kept{line.color, {}};
    for (const auto& point : line.points) {
      if (!can_be_shown(point, axes)) continue;
      kept.points.push_back(point);
      low_x = std::min(low_x, point.x);
      high_x = std::max(high_x, point.x);
      low_y = std::min(low_y, point.low);
      high_y = std::max(high_y, point.high);
    }
    if (!kept.points.empty()) shown.push_back(std::move(kept));
  }
  if (shown.empty()) return "";
  const Scale x(low_x, high_x, left, width - right, axes.log_x);
  const Scale y(low_y, high_y, height - bottom, top, axes.log_y);
  std::string out = open(height, axes.title) + frame(x, y, axes);
  for (const auto& line : shown) {
    const bool has_band = std::ranges::any_of(line.points, [](const Point& p) { return p.high > p.low; });
    if (has_band && line.points.size() > 1) out += band(line.points, line.color, x, y);
    std::string path;
    for (const auto& point : line.points)
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x.at(point.x), y.at(point.y));
    out += fmt::format("<path class=\"l s{}\" d=\"{}\"/>", line.color, path);
    if (line.points.size() > 24) continue;
    for (const auto& point : line.points)
      out += fmt::format("<circle class=\"d s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", line.color, x.at(point.x),
                         y.at(point.y));
  }
  return out + "</svg>";
}

std::string bars(const std::vector<Bar>& all, const std::string& title) {
  if (all.empty()) return "";
  constexpr double step = 26, names = 110, texts = 150;
  const double most = std::ranges::max(all, {}, &Bar::value).value;
  const double box = step * static_cast<double>(all.size()) + 8;
  std::string out = open(box, title);
  double y = 4;
  for (const auto& bar : all) {
    const double length = most > 0 ? std::max(1.0, (width - names - texts) * bar.value / most) : 1;
    out += text_at(names - 8, y + 16, "end", bar.name.size() > 15 ? bar.name.substr(0, 14) + "." : bar.name);
    out += fmt::format("<rect class=\"f s{}\" x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"18\"/>", bar.color,
                       names, y + 2, length);
    out += text_at(names + length + 6, y + 16, "start", bar.text);
    y += step;
  }
  return out + "</svg>";
}

std::string roofline(const Roofline& roof, const std::string& title) {
  if (roof.bytes_per_second <= 0 || roof.flops_per_second <= 0) return "";
  const double ridge = roof.flops_per_second / roof.bytes_per_second;
  double low_x = ridge / 10, high_x = ridge * 10, low_y = roof.flops_per_second / 1000;
  for (const auto& dot : roof.dots)
    for (const auto& point : dot.points) {
      low_x = std::min(low_x, point.x / 2);
      high_x = std::max(high_x, point.x * 2);
      low_y = std::min(low_y, point.y / 2);
    }
  const Axes axes{title, "flops per byte", "GFLOP/s", 1e9};
  const Scale x(low_x, high_x, left, width - right, true);
  const Scale y(low_y, roof.flops_per_second * 2, height - bottom, top, true);
  std::string out = open(height, title) + frame(x, y, axes);
  const double start = std::max(low_x, low_y / roof.bytes_per_second);
  out += fmt::format("<path class=\"l r\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}H{:.1f}\"/>", x.at(start),
                     y.at(start * roof.bytes_per_second), x.at(ridge), y.at(roof.flops_per_second), width - right);
  for (const auto& dot : roof.dots)
    for (const auto& point : dot.points)
      if (point.x > 0 && point.y > 0)
        out += fmt::format("<circle class=\"d s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"/>", dot.color, x.at(point.x),
                           y.at(point.y));
  return out + "</svg>";
}

}  // namespace kparity::report::svg
