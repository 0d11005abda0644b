// Outputs that are rounded to steps: codes of a few bits, or their values. One step of difference is what two correct
// roundings of a number near a tie may come to; sums of quantised inputs may be further apart.
#include <cmath>

#include "form.hpp"
#include "number_text.hpp"

namespace kparity::compare::kinds {

namespace {

struct Quantised {
  double steps;

  template <class T>
  double amount(T expected, T actual) const {
    return std::fabs(static_cast<double>(actual) - static_cast<double>(expected));
  }
  /// A step times a code is rounded itself. For integers the expected value is 0.
  template <class T>
  double bound(T expected) const {
    return steps + std::numeric_limits<T>::epsilon() * std::fabs(static_cast<double>(expected));
  }

  std::string bound_text(double bound) const { return rounded_text(bound); }
};

}  // namespace

Form quantised() {
  return {.rule = {.name = "quantised",
                   .doc = "At most one step apart, or `sqrt(length) / 2` steps if that is more. Alone it lets every "
                          "element be one step off: better the `within` of `outliers`.",
                   .fields = {{.name = "quantised",
                               .type = spec::FieldType::real,
                               .required = true,
                               .words = {},
                               .doc = "The step; 1 for integer codes.",
                               .above = 0},
                              {.name = "length",
                               .type = spec::FieldType::integer,
                               .words = {},
                               .doc = "How many quantised numbers are summed, over integer scalars.",
                               .at_least = 1,
                               .over_sizes = true}}},
          .text =
              [](const Fields& fields) {
                const std::string length = fields.text("length");
                return "quantised " + fields.text("quantised") + (length.empty() ? "" : " length " + length);
              },
          .elements =
              [](const Fields& fields) {
                const double factor = std::max(1., std::sqrt(fields.number("length")) / 2);
                return element_rule(Quantised{fields.number("quantised") * factor});
              }};
}

}  // namespace kparity::compare::kinds
