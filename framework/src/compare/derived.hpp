// Judging with an allowance: how far a result lies from the exact value, and the same for a block of elements.
#pragma once

#include <cmath>
#include <span>

#include "element.hpp"
#include "form.hpp"
#include "kparity/allowance.hpp"

namespace kparity::compare {

/// The distance of a finite result from the exact value, which lies `offset` below the expected one.
template <class T>
double distance_from_exact(const Allowance& allowance, T expected, T actual) {
  return std::fabs((static_cast<double>(actual) - static_cast<double>(expected)) + allowance.offset);
}

/// What equals the reference agrees and uses nothing of the bound. Equality is on the bits, since the process may take
/// small numbers for zero.
template <class T>
Measure measure_of(const Allowance& allowance, T expected, T actual) {
  if (steps_between(expected, actual) == 0) return {};
  if (!(allowance.linear == 0)) return {distance_from_exact(allowance, expected, actual), allowance.statistical};
  const double difference = std::fabs(static_cast<double>(actual) - static_cast<double>(expected));
  return {difference > 0 ? difference : std::numeric_limits<double>::denorm_min(), 0};
}

/// The largest share of the allowances; infinity if one element does not agree for certain.
template <class T>
double largest_share(std::span<const Allowance> allowances, const std::byte* expected, const std::byte* actual) {
  double largest = 0;
  for (std::size_t i = 0; i < allowances.size(); ++i) {
    const T e = load<T>(expected, i), a = load<T>(actual, i);
    if (!is_finite(e) || !is_finite(a)) return std::numeric_limits<double>::infinity();
    const Measure measure = measure_of(allowances[i], e, a);
    if (!measure.within()) return std::numeric_limits<double>::infinity();
    if (measure.amount > largest * measure.bound) largest = measure.amount / measure.bound;
  }
  return largest;
}

}  // namespace kparity::compare
