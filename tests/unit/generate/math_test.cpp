// Own logarithm, exponential, sine and cosine: accuracy, and bits that must be the same everywhere.
#include "math.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace kparity::generate {

namespace {

double relative_error(double got, double expected) {
  return std::fabs(got - expected) / std::max(std::fabs(expected), 1e-300);
}

}  // namespace

TEST(OwnMath, log_is_accurate_over_the_whole_range) {
  for (double x = 1e-307; x < 1e307; x *= 1.37) ASSERT_LT(relative_error(own_log(x), std::log(x)), 1e-14) << x;
  for (double x = 0.5; x < 2; x += 0.001) ASSERT_NEAR(own_log(x), std::log(x), 3e-16) << x;
  EXPECT_EQ(own_log(1), 0);
  EXPECT_LT(relative_error(own_log(5e-324), std::log(5e-324)), 1e-14);
}

TEST(OwnMath, exp_is_accurate_over_the_whole_range) {
  for (double x = -708; x < 709; x += 0.37) ASSERT_LT(relative_error(own_exp(x), std::exp(x)), 1e-14) << x;
  EXPECT_EQ(own_exp(0), 1);
  EXPECT_GT(own_exp(-740), 0);
  EXPECT_LT(own_exp(709.7), HUGE_VAL);
}

TEST(OwnMath, sine_and_cosine_are_accurate_over_a_turn) {
  for (int i = 0; i <= 1000; ++i) {
    const double turns = i / 1000.0;
    const auto got = own_sine_cosine(turns);
    ASSERT_NEAR(got.sine, std::sin(turns * 2 * M_PI), 1e-15) << turns;
    ASSERT_NEAR(got.cosine, std::cos(turns * 2 * M_PI), 1e-15) << turns;
  }
}

// The same bits with every compiler: a change here changes the arrays behind every token.
TEST(OwnMath, bits_are_pinned) {
  std::uint64_t sum = 0;
  for (int i = 1; i <= 1000; ++i) {
    const auto angle = own_sine_cosine(i * 0x1p-10);
    for (const double value : {own_log(i * 0.7), own_exp(i * 0.3 - 150), angle.sine, angle.cosine}) {
      sum = sum * 0x9e3779b97f4a7c15u + std::bit_cast<std::uint64_t>(value);
    }
  }
  EXPECT_EQ(sum, 10346219657724421474u);
}

}  // namespace kparity::generate
