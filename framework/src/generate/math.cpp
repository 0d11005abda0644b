// Series after range reduction, each exact to a few units in the last place. Compiled without contraction, so that
// every compiler rounds each step alike.
#include "math.hpp"

#include <bit>
#include <cstdint>

namespace kparity::generate {

namespace {

constexpr double ln2_high = 0x1.62e42feep-1;       // the upper bits of ln 2: products with small integers are exact
constexpr double ln2_low = 0x1.a39ef35793c76p-33;  // the rest of it
constexpr std::uint64_t fraction_bits = (std::uint64_t{1} << 52) - 1;

double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// (log((1 + s) / (1 - s)) - 2 s) / (2 s) as a polynomial in z = s * s.
double log_series(double z) {
  double sum = 0;
  for (int k = 10; k >= 1; --k) sum = (sum + 1.0 / (2 * k + 1)) * z;
  return sum;
}

}  // namespace

double own_log(double x) {
  int exponent = 0;
  if (x < DBL_MIN) {  // subnormal
    x *= 0x1p54;
    exponent = -54;
  }
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  exponent += static_cast<int>(bits >> 52) - 1023;
  double fraction = std::bit_cast<double>((bits & fraction_bits) | std::uint64_t{1023} << 52);  // in [1, 2)
  if (fraction > 1.4142135623730951) {
    fraction *= 0.5;
    ++exponent;
  }
  const double s = (fraction - 1) / (fraction + 1);
  const double twice = 2 * s;
  return exponent * ln2_high + (twice + (twice * log_series(s * s) + exponent * ln2_low));
}

double own_exp(double x) {
  const double scaled = x * 1.4426950408889634;
  const int power = static_cast<int>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
  const double rest = (x - power * ln2_high) - power * ln2_low;
  double sum = 1;
  for (int k = 13; k >= 1; --k) sum = 1 + sum * rest / k;
  const int half = power / 2;  // in two steps: a power beyond the exponent range of one factor is possible
  return sum * power_of_two(half) * power_of_two(power - half);
}

SineCosine own_sine_cosine(double turns) {
  const int quarter = static_cast<int>(4 * turns + 0.5);  // NOLINT(bugprone-incorrect-roundings): turns is in [0, 1)
  const double x = (turns - 0.25 * quarter) * 6.283185307179586;  // within an eighth of a turn
  const double z = x * x;
  double sine = 1, cosine = 1;
  for (int k = 15; k >= 3; k -= 2) sine = 1 - sine * z / (k * (k - 1));
  for (int k = 16; k >= 2; k -= 2) cosine = 1 - cosine * z / (k * (k - 1));
  sine *= x;
  switch (quarter % 4) {
    case 0: return {sine, cosine};
    case 1: return {cosine, -sine};
    case 2: return {-sine, -cosine};
    default: return {-cosine, sine};
  }
}

}  // namespace kparity::generate
