// Judging with allowances: within the statistical bound, explainable by rounding, beyond; copies exactly; special
// values by their class; and when bounds are needed and when they say nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support.hpp"

namespace kparity::compare {
namespace {

using testing::HasSubstr;

template <class T>
result::Comparison judged(const std::vector<T>& expected, const std::vector<T>& actual,
                          const std::vector<Allowance>& allowances) {
  const Derived derived{allowances, "derived from the reference", 0};
  Context context;
  context.derived = &derived;
  const auto output = output_of(use_of("auto"));
  const auto comparison = compared(output, expected, actual, context);
  double used = 0;
  EXPECT_EQ(agrees(output, dtype_of<T>, {static_cast<std::int64_t>(expected.size())}, bytes_of(expected),
                   bytes_of(actual), used, context),
            comparison.agrees());
  if (comparison.agrees()) {
    EXPECT_EQ(used, comparison.used);
  }
  return comparison;
}

TEST(Derived, within_the_statistical_bound_agrees) {
  const auto comparison = judged<double>({1, 2}, {1.5, 2}, {{0, 1, 4}, {0, 1, 4}});
  EXPECT_TRUE(comparison.agrees());
  EXPECT_EQ(comparison.used, .5);
  EXPECT_EQ(comparison.rule, "auto, derived from the reference");
}

TEST(Derived, between_both_bounds_is_suspect_and_beyond_is_not) {
  const auto suspect = judged<double>({1, 2, 3}, {3, 2, 0}, {{0, 1, 4}, {0, 1, 4}, {0, 1, 4}});
  EXPECT_EQ(suspect.mismatches, 2u);
  EXPECT_TRUE(suspect.is_suspect());
  const auto wrong = judged<double>({1, 2, 3}, {3, 2, 8}, {{0, 1, 4}, {0, 1, 4}, {0, 1, 4}});
  EXPECT_EQ(wrong.mismatches, 2u);
  EXPECT_EQ(wrong.explainable, 1u);
  EXPECT_FALSE(wrong.is_suspect());
  EXPECT_EQ(wrong.worst->index, 2u);
  EXPECT_EQ(wrong.worst->bound, "1");
}

TEST(Derived, bounds_lie_around_the_exact_value_and_not_around_the_reference) {
  // The reference is .5 above the exact value, so there is more room below it than above.
  const std::vector<Allowance> allowances{{.5, 1, 1}};
  EXPECT_TRUE(judged<double>({1}, {1.5}, allowances).agrees());
  EXPECT_FALSE(judged<double>({1}, {1.75}, allowances).agrees());
  EXPECT_TRUE(judged<double>({1}, {-.5}, allowances).agrees());
  EXPECT_FALSE(judged<double>({1}, {-.75}, allowances).agrees());
}

TEST(Derived, a_copy_is_compared_exactly) {
  const float up = std::nextafter(1.F, 2.F), smallest = std::numeric_limits<float>::denorm_min();
  EXPECT_TRUE(judged<float>({1, 0}, {1, -0.F}, {{}, {}}).agrees());
  EXPECT_EQ(judged<float>({1, 1}, {1, up}, {{}, {}}).mismatches, 1u);
  EXPECT_EQ(judged<float>({1, 0}, {1, smallest}, {{}, {}}).mismatches, 1u);
}

TEST(Derived, special_values_are_told_by_their_class_whatever_the_bound) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const Allowance wide{0, infinity, infinity}, unknown{nan, nan, nan};
  EXPECT_FALSE(judged<double>({1}, {nan}, {wide}).agrees());
  EXPECT_FALSE(judged<double>({1}, {infinity}, {wide}).agrees());
  EXPECT_FALSE(judged<double>({nan}, {nan}, {wide}).agrees());  // `nan: forbid`
  EXPECT_TRUE(judged<double>({infinity}, {infinity}, {unknown}).agrees());
  EXPECT_FALSE(judged<double>({infinity}, {-infinity}, {wide}).agrees());
  EXPECT_FALSE(judged<double>({1}, {2}, {unknown}).agrees());
  EXPECT_FALSE(judged<double>({1}, {2}, {unknown}).is_suspect());
}

TEST(Derived, every_block_has_its_own_allowances) {
  std::vector<double> expected(5000, 1), actual(5000, 1);
  std::vector<Allowance> allowances(5000);
  actual[4321] = 1.5;
  EXPECT_EQ(judged(expected, actual, allowances).first->index, 4321u);
  allowances[4321] = {0, 1, 1};
  EXPECT_TRUE(judged(expected, actual, allowances).agrees());
}

TEST(Derived, without_allowances_auto_asks_for_equality) {
  const auto output = output_of(use_of("auto"));
  EXPECT_TRUE(compared<double>(output, {1}, {1}).agrees());
  EXPECT_FALSE(compared<double>(output, {1}, {std::nextafter(1., 2.)}).agrees());
  EXPECT_FALSE(compared<int>(output, {1}, {2}).agrees());
}

TEST(Derived, integers_are_exact_whatever_was_derived) {
  const Derived derived{{}, "derived from the reference", 0};
  Context context;
  context.derived = &derived;
  EXPECT_EQ(compared<int>(output_of(use_of("auto")), {1}, {2}, context).rule, "exact");
}

TEST(Derived, a_rule_has_a_name_before_any_case) {
  EXPECT_EQ(rule_text(output_of(use_of("auto")), true), "auto");
  EXPECT_EQ(rule_text(output_of(use_of("auto")), false), "exact");
  EXPECT_EQ(rule_text(relative(.5), true), "rel 0.5");
}

TEST(NearlyEqual, asks_for_so_many_roundings_of_the_largest_expected_value) {
  const auto near = [](const std::vector<double>& expected, const std::vector<double>& actual) {
    return nearly_equal(DType::float64, bytes_of(expected), bytes_of(actual), 16);
  };
  EXPECT_TRUE(near({1, 1e-30}, {1, 0x1p-49}));
  EXPECT_FALSE(near({1, 1e-30}, {1, 0x1.1p-49}));
  EXPECT_FALSE(near({1}, {std::numeric_limits<double>::quiet_NaN()}));
  EXPECT_FALSE(near({std::numeric_limits<double>::infinity()}, {1}));
  EXPECT_TRUE(near({}, {}));
  const std::vector<float> one{1}, next{std::nextafter(1.F, 2.F)};
  EXPECT_TRUE(nearly_equal(DType::float32, bytes_of(one), bytes_of(next), 16));
  EXPECT_FALSE(nearly_equal(DType::int32, bytes_of(one), bytes_of(one), 16));
}

TEST(SwallowsOutput, is_a_tenth_of_the_median_in_more_than_one_element_of_a_hundred) {
  std::vector<double> expected(200, 1);
  std::vector<Allowance> allowances(200, {0, .1, .1});
  const auto swallows = [&] { return swallows_output(DType::float64, bytes_of(expected), allowances); };
  EXPECT_FALSE(swallows());
  allowances[0] = allowances[1] = {0, .2, .2};
  EXPECT_FALSE(swallows());
  allowances[2] = {0, .2, .2};
  EXPECT_TRUE(swallows());
  expected.assign(200, 10);
  EXPECT_FALSE(swallows());
  allowances.assign(200, {});
  expected.assign(200, 0);
  EXPECT_FALSE(swallows());              // copies of zeros
  for (std::size_t i = 0; i < 5; ++i) {  // few results on a grid of zeros
    expected[i] = 1;
    allowances[i] = {0, 1e-16, 1e-16};
  }
  EXPECT_FALSE(swallows());
  allowances[4] = {0, .2, .2};
  EXPECT_TRUE(swallows());
}

}  // namespace
}  // namespace kparity::compare
