// Quantiles against values worked out by hand, the bootstrap against the exact distribution of a resampled median.
#include "statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "random.hpp"

namespace kparity::bench {
namespace {

TEST(Statistics, quantiles_lie_between_the_sorted_values) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.25), 1.75);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 1), 4);
}

TEST(Statistics, a_spike_does_not_move_the_median) {
  EXPECT_EQ(median({1, 1, 1, 1, 1e9}), 1);
}

/// P(at least k of n), each with probability p.
double at_least(int k, int n, double p) {
  double sum = 0;
  for (int i = k; i <= n; ++i)
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0)) * std::pow(p, i) *
           std::pow(1 - p, n - i);
  return sum;
}

TEST(Statistics, the_bootstrap_interval_is_that_of_the_exact_distribution) {
  // Of n distinct values the resampled median (n odd) is at most the k-th with the probability that at least half of n
  // draws are among the first k.
  constexpr int n = 25;
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 1.0);
  const auto exact = [&](double share) {
    int k = 1;
    while (at_least((n + 1) / 2, n, static_cast<double>(k) / n) < share) ++k;
    return static_cast<double>(k);
  };
  const auto interval = bootstrap_of_median(values, 5);
  EXPECT_NEAR(interval.low, exact(0.025), 1);
  EXPECT_NEAR(interval.high, exact(0.975), 1);
}

TEST(Statistics, the_bootstrap_interval_holds_the_true_median_about_as_often_as_it_says) {
  int held = 0;
  constexpr int trials = 400, count = 20;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::vector<double> values;
    for (std::uint64_t i = 0; i < count; ++i)
      values.push_back(static_cast<double>(random_bits(77, trial * count + i) >> 11) * 0x1p-53);
    const auto interval = bootstrap_of_median(values, trial);
    held += interval.low <= 0.5 && 0.5 <= interval.high ? 1 : 0;
  }
  EXPECT_GE(held, trials * 90 / 100);
  EXPECT_LE(held, trials * 99 / 100);
}

TEST(Statistics, equal_values_have_an_interval_without_width) {
  const auto interval = bootstrap_of_median(std::vector<double>(9, 2.5), 1);
  EXPECT_EQ(interval, (result::Interval{2.5, 2.5}));
  EXPECT_EQ(half_width(interval, 2.5), 0);
  EXPECT_DOUBLE_EQ(half_width({9, 11}, 10), 0.1);
}

TEST(Statistics, the_same_seed_gives_the_same_interval) {
  const std::vector<double> values{5, 1, 4, 2, 3, 9, 7};
  EXPECT_EQ(bootstrap_of_median(values, 3), bootstrap_of_median(values, 3));
}

}  // namespace
}  // namespace kparity::bench
