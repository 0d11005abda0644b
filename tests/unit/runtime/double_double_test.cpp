// Sums, products, quotients and roots of double-doubles against quadruple precision, and what becomes of infinities.
#include "kparity/double_double.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace kparity {
namespace {

__extension__ using Quad = __float128;  // 113 bits

Quad quad(DoubleDouble x) {
  return Quad(x.high) + Quad(x.low);
}

Quad size_of(Quad x) {
  return x < 0 ? -x : x;
}

/// |x - exact| / |exact|.
double relative_error(DoubleDouble x, Quad exact) {
  if (exact == 0) return x.high == 0 && x.low == 0 ? 0 : 1;
  return static_cast<double>(size_of(quad(x) - exact) / size_of(exact));
}

class Numbers {
 public:
  /// Of all sizes that leave room for the low half, both signs; some are close to the one before, so that they cancel.
  DoubleDouble next() {
    if (random_() % 4 == 0) {
      last_ = -last_ * (1 + 0x1p-45 * static_cast<double>(random_() % 100));
    } else {
      last_ = std::ldexp(fraction_(random_), static_cast<int>(random_() % 200) - 100);
    }
    return DoubleDouble::ordered_sum(last_, last_ * 0x1p-54 * fraction_(random_));
  }

 private:
  std::mt19937_64 random_{20261130};
  std::uniform_real_distribution<double> fraction_{-1, 1};
  double last_ = 1;
};

constexpr int trials = 20000;

TEST(DoubleDouble, sums_of_two_doubles_lose_nothing) {
  Numbers numbers;
  for (int i = 0; i < trials; ++i) {
    const double a = numbers.next().high, b = numbers.next().high;
    const DoubleDouble sum = DoubleDouble::sum(a, b);
    ASSERT_EQ(sum.high, a + b);
    if (std::fabs(std::log2(std::fabs(a / b))) < 58) {
      ASSERT_TRUE(quad(sum) == Quad(a) + Quad(b)) << a << " " << b;
    }
  }
}

TEST(DoubleDouble, products_of_two_doubles_lose_nothing) {
  Numbers numbers;
  for (int i = 0; i < trials; ++i) {
    const double a = numbers.next().high, b = numbers.next().high;
    const DoubleDouble product = DoubleDouble::product(a, b);
    ASSERT_EQ(product.high, a * b);
    ASSERT_TRUE(quad(product) == Quad(a) * Quad(b)) << a << " " << b;
  }
}

TEST(DoubleDouble, operations_are_right_to_a_hundred_bits) {
  Numbers numbers;
  for (int i = 0; i < trials; ++i) {
    const DoubleDouble a = numbers.next(), b = numbers.next();
    ASSERT_LT(relative_error(a * b, quad(a) * quad(b)), 0x1p-100);
    ASSERT_LT(relative_error(a / b, quad(a) / quad(b)), 0x1p-98);
    // Of what quadruple precision itself keeps where sums cancel.
    const Quad sum = quad(a) + quad(b), larger = size_of(quad(a)) > size_of(quad(b)) ? quad(a) : quad(b);
    ASSERT_LT(static_cast<double>(size_of(quad(a + b) - sum)),
              static_cast<double>(size_of(sum) * Quad(0x1p-100) + size_of(larger) * Quad(0x1p-112)));
    ASSERT_TRUE(quad(-a) == -quad(a));
  }
}

TEST(DoubleDouble, roots_are_right_to_a_hundred_bits) {
  Numbers numbers;
  for (int i = 0; i < trials; ++i) {
    DoubleDouble a = numbers.next();
    if (a.high < 0) a = -a;
    const DoubleDouble root = sqrt(a);
    ASSERT_LT(relative_error(root * root, quad(a)), 0x1p-98);
  }
  EXPECT_EQ(sqrt(DoubleDouble(0)).high, 0);
}

TEST(DoubleDouble, order_looks_at_both_halves) {
  EXPECT_TRUE(DoubleDouble(1, -0x1p-60) < DoubleDouble(1));
  EXPECT_FALSE(DoubleDouble(1) < DoubleDouble(1, -0x1p-60));
  EXPECT_TRUE(DoubleDouble(1) < DoubleDouble(2, -0x1p-60));
  EXPECT_FALSE(DoubleDouble(1, 0x1p-60) == DoubleDouble(1));
}

TEST(DoubleDouble, infinities_and_nan_leave_no_low_half) {
  const double infinity = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::max();
  for (const DoubleDouble x :
       {DoubleDouble(infinity) + 1, DoubleDouble(most) + DoubleDouble(most), DoubleDouble(most) * DoubleDouble(2),
        DoubleDouble(1) / DoubleDouble(0), DoubleDouble(infinity) * DoubleDouble(3), sqrt(DoubleDouble(infinity))}) {
    EXPECT_EQ(x.high, infinity);
    EXPECT_EQ(x.low, 0);
  }
  EXPECT_TRUE(std::isnan((DoubleDouble(infinity) - DoubleDouble(infinity)).high));
  EXPECT_TRUE(std::isnan(sqrt(DoubleDouble(-1)).high));
  EXPECT_EQ((DoubleDouble(1) / DoubleDouble(infinity)).high, 0);
  EXPECT_EQ((DoubleDouble(most) * DoubleDouble(.5)).high, most / 2);
}

}  // namespace
}  // namespace kparity
