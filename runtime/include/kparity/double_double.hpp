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
  static DoubleDouble ordered_sum(double a, double b) { return first_or(raw_ordered_sum(a, b), a + b); }
  /// a + b, with nothing lost.
  static DoubleDouble sum(double a, double b) { return first_or(raw_sum(a, b), a + b); }
  /// a * b, with nothing lost unless the low half underflows.
  static DoubleDouble product(double a, double b) {
    const double result = a * b;
#ifdef __FMA__  // one instruction instead of sixteen, with the same result
    const double lost = __builtin_fma(a, b, -result);
    return {result, lost == lost ? lost : 0};
#endif
    const DoubleDouble x = split(a), y = split(b);
    const double rest = ((x.high * y.high - result) + x.high * y.low + x.low * y.high) + x.low * y.low;
    return {result, std::fabs(rest) <= std::fabs(result) ? rest : 0};  // not where the halves overflow
  }

  friend DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble above = raw_sum(a.high, b.high), below = raw_sum(a.low, b.low);
    const DoubleDouble first = raw_ordered_sum(above.high, above.low + below.high);
    return first_or(raw_ordered_sum(first.high, first.low + below.low), a.high + b.high);
  }
  friend DoubleDouble operator-(DoubleDouble a) {
    return {-a.high, -a.low};
  }
  friend DoubleDouble operator-(DoubleDouble a, DoubleDouble b) {
    return a + -b;
  }
  friend DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble above = product(a.high, b.high);
    return first_or(raw_ordered_sum(above.high, above.low + (a.high * b.low + a.low * b.high)), above.high);
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
  friend bool operator==(DoubleDouble a, DoubleDouble b) {
    return a.high == b.high && a.low == b.low;
  }

  friend DoubleDouble sqrt(DoubleDouble a) {
    const double root = std::sqrt(a.high);
    if (!(root > 0) || !(root <= most)) return root;
    return ordered_sum(root, (a - product(root, root)).high / (2 * root));
  }

 private:
  // Infinities leave a NaN in the low half of these.
  static DoubleDouble raw_ordered_sum(double a, double b) {
    const double total = a + b;
    return {total, b - (total - a)};
  }
  static DoubleDouble raw_sum(double a, double b) {
    const double total = a + b, part = total - a;
    return {total, (a - (total - part)) + (b - part)};
  }
  static DoubleDouble first_or(DoubleDouble result, double plain) {
    return result.low == result.low ? result : DoubleDouble(plain);
  }
  static constexpr double most = 1.7976931348623157e308;
  /// 26 and 27 bits of a number.
  static DoubleDouble split(double a) {
    const double scaled = 134217729 * a, above = scaled - (scaled - a);
    return {above, a - above};
  }
};

}  // namespace kparity
