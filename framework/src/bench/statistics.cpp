// Quantiles by selection, the bootstrap by counting: a resample is drawn as indices of the sorted values.
#include "statistics.hpp"

#include <algorithm>
#include <cmath>

#include "random.hpp"

namespace kparity::bench {

namespace {

double quantile_of_sorted(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double weight = position - static_cast<double>(below);
  return sorted[below] + weight * (sorted[above] - sorted[below]);
}

}  // namespace

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return quantile_of_sorted(values, share);
}

double median(std::vector<double> values) {
  return quantile(std::move(values), 0.5);
}

result::Interval bootstrap_of_median(const std::vector<double>& values, std::uint64_t seed) {
  const std::size_t count = values.size();
  std::vector<double> sorted = values, medians;
  std::ranges::sort(sorted);
  medians.reserve(resamplings);
  std::vector<std::uint32_t> drawn(count);
  for (unsigned sample = 0; sample < resamplings; ++sample) {
    for (std::size_t i = 0; i < count; ++i)
      drawn[i] = static_cast<std::uint32_t>(random_below(seed, sample * count + i, count));
    const auto middle = drawn.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::ranges::nth_element(drawn, middle);
    double value = sorted[*middle];
    if (count % 2 == 0) value = (value + sorted[*std::max_element(drawn.begin(), middle)]) / 2;
    medians.push_back(value);
  }
  std::ranges::sort(medians);
  return {quantile_of_sorted(medians, 0.025), quantile_of_sorted(medians, 0.975)};
}

double half_width(const result::Interval& interval, double median) {
  return median == 0 ? 0 : (interval.high - interval.low) / 2 / median;
}

}  // namespace kparity::bench
