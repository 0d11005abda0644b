// At most k representable numbers apart. Both zeros count as one number, and the count goes on across zero and across
// powers of two, so the rule means the same everywhere.
#include <algorithm>
#include <cmath>

#include "form.hpp"
#include "number_text.hpp"

namespace kparity::compare::kinds {

namespace {

struct Ulp {
  double most;

  template <class T>
  double amount(T expected, T actual) const {
    if (!is_finite(expected) || !is_finite(actual)) return std::numeric_limits<double>::infinity();
    return static_cast<double>(steps_between(expected, actual));
  }
  template <class T>
  double bound(T) const {
    return most;
  }

  template <class T>
  double room(T expected) const {
    const double size = std::fabs(static_cast<double>(expected));
    return most * std::max<double>(size * std::numeric_limits<T>::epsilon(), std::numeric_limits<T>::denorm_min());
  }

  /// Stays with integers until the end of the block.
  template <class T>
  double over_block(const std::byte* expected, const std::byte* actual, std::size_t count) const {
    Bits<T> not_finite = 0;
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const T e = load<T>(expected, i), a = load<T>(actual, i);
      not_finite |= mark_if_not_finite<T>(std::bit_cast<Bits<T>>(e)) | mark_if_not_finite<T>(std::bit_cast<Bits<T>>(a));
      largest = std::max(largest, steps_between(e, a));
    }
    const Measure measure{static_cast<double>(largest), most};
    if ((not_finite & highest_bit<T>) != 0 || !measure.within()) return std::numeric_limits<double>::infinity();
    return largest == 0 ? 0 : measure.amount / most;
  }

  std::string bound_text(double bound) const { return exact_text(bound) + " ulp"; }
};

}  // namespace

Form ulp() {
  return {.rule = {.name = "ulp",
                   .doc = "At most so many representable numbers away from the reference; for pointwise functions.",
                   .fields = {{.name = "ulp",
                               .type = spec::FieldType::integer,
                               .required = true,
                               .fallback = {},
                               .words = {},
                               .doc = "Units in the last place; 0 is equality.",
                               .at_least = 0}},
                   .for_integers = false},
          .text = [](const Fields& fields) { return "ulp " + exact_text(fields.number("ulp")); },
          .elements = [](const Fields& fields) { return element_rule(Ulp{fields.number("ulp")}); }};
}

}  // namespace kparity::compare::kinds
