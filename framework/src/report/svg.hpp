// Three kinds of charts as SVG that stands in a page: lines on logarithmic axes with bands, horizontal bars, and dots
// under a roof. Colours are classes, so that the page decides how they look in the light and in the dark.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kparity::report::svg {

/// For text and for attributes.
std::string escaped(std::string_view text);

struct Point {
  double x = 0, y = 0;
  double low = 0, high = 0;  // of y; equal to y: no band
};

/// One line; its colour is that of the class "s<index>".
struct Line {
  std::size_t color = 0;
  std::vector<Point> points;
};

struct Axes {
  std::string title;           // for screen readers
  std::string x_name, y_name;  // with their units: "n", "time in us"
  double y_unit = 1;           // what one of the unit is
  bool log_x = true, log_y = true;
};

/// Lines with bands. Points that a logarithmic axis cannot show are left out.
std::string lines(const std::vector<Line>& lines, const Axes& axes);

struct Bar {
  std::size_t color = 0;
  std::string name, text;  // left of the bar, and behind it
  double value = 0;
};
std::string bars(const std::vector<Bar>& bars, const std::string& title);

/// Work per second against flops per byte, under the roofs of one side.
struct Roofline {
  double bytes_per_second = 0, flops_per_second = 0;
  std::vector<Line> dots;  // one point each: intensity, flops per second
};
std::string roofline(const Roofline& roof, const std::string& title);

}  // namespace kparity::report::svg
