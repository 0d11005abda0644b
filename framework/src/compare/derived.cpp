// What a campaign asks before and after it derives bounds: whether they are needed, and whether they say anything.
#include "derived.hpp"

#include <algorithm>
#include <vector>

#include "kparity/compare/compare.hpp"

namespace kparity::compare {

namespace {

constexpr double share_of_typical_size = .1, share_of_elements = .01;

template <class T>
Nearness nearness_as(const std::byte* expected, const std::byte* actual, std::size_t count) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const T e = load<T>(expected, i), a = load<T>(actual, i);
    if (!is_finite(e) || !is_finite(a)) return {.finite = false};
    largest = std::max(largest, std::fabs(static_cast<double>(e)));
    difference = std::max(difference, std::fabs(static_cast<double>(a) - static_cast<double>(e)));
  }
  return {.largest = largest, .difference = difference};
}

/// Of the elements that may be off at all: copies, and what nobody touched, are exact, and say nothing about the size
/// of the others.
template <class T>
bool swallows_as(const std::byte* expected, std::span<const Allowance> allowances) {
  std::vector<double> sizes, bounds;
  for (std::size_t i = 0; i < allowances.size(); ++i) {
    const double size = std::fabs(static_cast<double>(load<T>(expected, i)));
    if (allowances[i].linear == 0 || !std::isfinite(size)) continue;
    sizes.push_back(size);
    bounds.push_back(allowances[i].statistical);
  }
  if (sizes.empty()) return false;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  const double most = share_of_typical_size * *middle;
  const auto wide = std::ranges::count_if(bounds, [&](double bound) { return !(bound <= most); });
  return static_cast<double>(wide) > share_of_elements * static_cast<double>(bounds.size());
}

}  // namespace

bool nearly_equal(DType dtype, std::span<const std::byte> expected, std::span<const std::byte> actual,
                  double roundings) {
  return is_near(dtype, nearness(dtype, expected, actual), roundings);
}

Nearness nearness(DType dtype, std::span<const std::byte> expected, std::span<const std::byte> actual) {
  if (dtype == DType::float32) return nearness_as<float>(expected.data(), actual.data(), expected.size() / 4);
  if (dtype == DType::float64) return nearness_as<double>(expected.data(), actual.data(), expected.size() / 8);
  return {.finite = false};
}

bool is_near(DType dtype, const Nearness& near, double roundings) {
  const double epsilon = dtype == DType::float32 ? static_cast<double>(std::numeric_limits<float>::epsilon())
                                                 : std::numeric_limits<double>::epsilon();
  return near.finite && near.difference <= roundings * near.largest * epsilon / 2;
}

bool swallows_output(DType dtype, std::span<const std::byte> expected, std::span<const Allowance> allowances) {
  if (dtype == DType::float32) return swallows_as<float>(expected.data(), allowances);
  if (dtype == DType::float64) return swallows_as<double>(expected.data(), allowances);
  return false;
}

}  // namespace kparity::compare
