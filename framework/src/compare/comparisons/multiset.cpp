// The same values, whatever their order: both sides are sorted and compared position by position. Sorting never makes
// the largest deviation larger, so every element is held to the largest of the derived bounds.
#include "arrangement.hpp"

#include <algorithm>

namespace kparity::compare::comparisons {

namespace {

void arrange(const Fields&, Arranged& arranged) {
  reorder_expected(arranged, ascending(arranged.dtype, arranged.expected));
  reorder_actual(arranged, ascending(arranged.dtype, arranged.actual));
  Allowance largest;
  for (const Allowance& allowance : arranged.allowances)
    largest = {0, std::max(largest.statistical, allowance.statistical), std::max(largest.linear, allowance.linear)};
  std::ranges::fill(arranged.allowances, largest);
}

}  // namespace

Arrangement multiset() {
  return {.rule = {.name = "multiset",
                   .doc = "The same values as often as in the reference, in any order.",
                   .fields = {},
                   .for_booleans = true},
          .arrange = arrange};
}

}  // namespace kparity::compare::comparisons
