// At most k representable numbers apart. Both zeros count as one number, and the count goes on across zero and across
// powers of two, so the rule means the same everywhere.
#include <algorithm>

#include "form.hpp"
#include "number_text.hpp"

namespace kparity::compare::kinds {

namespace {

struct Ulp {
  double most;

  template <class T>
  Measure measure(T expected, T actual) const {
    if (!is_finite(expected) || !is_finite(actual)) return {std::numeric_limits<double>::infinity(), most};
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const std::uint64_t steps = std::min(steps_between(expected, actual), largest);
    return {static_cast<double>(static_cast<std::int64_t>(steps)), most};
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
                               .doc = "Units in the last place; 0 is equality."}},
                   .for_integers = false},
          .text = [](const Fields& fields) { return "ulp " + exact_text(fields.number("ulp")); },
          .elements = [](const Fields& fields) { return element_rule(Ulp{fields.number("ulp")}); }};
}

}  // namespace kparity::compare::kinds
