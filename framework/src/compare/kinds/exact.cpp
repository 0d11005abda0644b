// Equal numbers: the same bits, or zeros of either sign (the spec's `signed_zero` tells those apart). Works on the
// bits, so that a process in which somebody switched subnormal numbers off still tells them apart.
#include <cmath>

#include "form.hpp"

namespace kparity::compare::kinds {

namespace {

struct Exact {
  template <class T>
  double amount(T expected, T actual) const {
    if (steps_between(expected, actual) == 0) return 0;
    const double difference = std::fabs(static_cast<double>(actual) - static_cast<double>(expected));
    return difference > 0 ? difference : std::numeric_limits<double>::denorm_min();
  }
  template <class T>
  double bound(T) const {
    return 0;
  }

  template <class T>
  double over_block(const std::byte* expected, const std::byte* actual, std::size_t count) const {
    Bits<T> differing = 0, not_finite = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto e = load<Bits<T>>(expected, i), a = load<Bits<T>>(actual, i);
      differing |= e ^ a;
      not_finite |= mark_if_not_finite<T>(e);
    }
    const bool sure = differing == 0 && (not_finite & highest_bit<T>) == 0;
    return sure ? 0 : std::numeric_limits<double>::infinity();
  }

  std::string bound_text(double) const { return ""; }
};

}  // namespace

Form exact() {
  return {
      .rule = {.name = "exact",
               .doc =
                   "Equal values; floating numbers bit for bit, except that -0 equals +0 unless `signed_zero` is set.",
               .fields = {},
               .for_booleans = true},
      .text = [](const Fields&) { return std::string("exact"); },
      .elements = [](const Fields&) { return element_rule(Exact{}); }};
}

}  // namespace kparity::compare::kinds
