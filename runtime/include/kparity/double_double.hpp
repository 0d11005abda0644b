// A number of 106 bits as the unevaluated sum of two doubles: what a computation in double precision is compared with.
// Needs a compiler that neither reassociates nor contracts (-ffp-contract=off, no fast-math flags).
#pragma once

#include <cmath>

namespace kparity {

/// high + low, where |low| is at most half a unit in the last place of `high`. Where `high` is infinite or NaN, `low`
/// is 0. Sums, products and quotients are off by less than 2^-100 of the result (Joldes, Muller, Popescu: "Tight and
/// rigorous error bounds for basic building blocks of double-word arithmetic", ACM TOMS 44, 2017).
struct DoubleDouble {
  double high = 0, low = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : high(value) {}
  constexpr DoubleDouble(double h, double l) : high(h), low(l) {}
  explicit constexpr operator double() const { return high; }

  /// a + b where |a| is at least |b|.
  static DoubleDouble ordered_sum(double a, double b) {
    const double sum = a + b, rest = b - (sum - a);
    return {sum, rest == rest ? rest : 0};  // NaN where the sum is not finite
  }
  /// a + b, with nothing lost.
  static DoubleDouble sum(double a, double b) {
    const double sum = a + b, part = sum - a, rest = (a - (sum - part)) + (b - part);
    return {sum, rest == rest ? rest : 0};
  }
  /// a * b, with nothing lost unless the low half underflows.
  static DoubleDouble product(double a, double b) {
    const double result = a * b;
    const DoubleDouble x = split(a), y = split(b);
    const double rest = ((x.high * y.high - result) + x.high * y.low + x.low * y.high) + x.low * y.low;
    return {result, std::fabs(rest) <= std::fabs(result) ? rest : 0};  // not where the halves overflow
  }

  friend DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble high = sum(a.high, b.high), low = sum(a.low, b.low);
    const DoubleDouble first = ordered_sum(high.high, high.low + low.high);
    return ordered_sum(first.high, first.low + low.low);
  }
  friend DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
  friend DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
  friend DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble high = product(a.high, b.high);
    const double cross = a.high * b.low + a.low * b.high;  // NaN where a high half is infinite
    return ordered_sum(high.high, high.low + (cross == cross ? cross : 0));
  }
  friend DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
    const double first = a.high / b.high;
    if (!(std::fabs(first) <= most)) return first;
    const DoubleDouble rest = a - b * DoubleDouble(first);
    const double second = rest.high / b.high;
    return ordered_sum(first, second == second ? second : 0);
  }
  friend bool operator<(DoubleDouble a, DoubleDouble b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }
  friend bool operator==(DoubleDouble a, DoubleDouble b) { return a.high == b.high && a.low == b.low; }

  friend DoubleDouble sqrt(DoubleDouble a) {
    const double root = std::sqrt(a.high);
    if (!(root > 0) || !(root <= most)) return root;
    return ordered_sum(root, (a - product(root, root)).high / (2 * root));
  }

 private:
  static constexpr double most = 1.7976931348623157e308;
  /// 26 and 27 bits of a number.
  static DoubleDouble split(double a) {
    const double scaled = 134217729 * a, high = scaled - (scaled - a);
    return {high, a - high};
  }
};

}  // namespace kparity
