// A declared sum, for references that are no template: the rounding of n terms whose sizes follow from the inputs. Both
// sides round, so the bound is twice that of one of them.
#include <cmath>

#include "form.hpp"
#include "number_text.hpp"

namespace kparity::compare::kinds {

namespace {

struct Reduction {
  double roundings;  // times the sum of the absolute values of all terms

  template <class T>
  double amount(T expected, T actual) const {
    return std::fabs(static_cast<double>(actual) - static_cast<double>(expected));
  }
  template <class T>
  double bound(T expected) const {
    constexpr double unit = std::numeric_limits<T>::epsilon() / 2;
    return unit * (2 * roundings + std::fabs(static_cast<double>(expected)));
  }

  std::string bound_text(double bound) const { return rounded_text(bound); }
};

std::unique_ptr<ElementRule> make(const Fields& fields) {
  const double length = fields.number("reduction"), additions = std::max(length - 1, 0.);
  const std::string terms = fields.word("terms");
  double largest = 1, factors = 0;
  for (std::size_t begin = 0; begin <= terms.size(); ++factors) {
    const std::size_t end = std::min(terms.find('*', begin), terms.size());
    largest *= fields.largest_of(terms.substr(begin, end - begin));
    begin = end + 1;
  }
  const double growth = fields.word("growth") == "linear" ? additions : std::min(additions, 3 * std::sqrt(additions));
  return element_rule(Reduction{(growth + factors - 1) * length * largest});
}

}  // namespace

Form reduction() {
  return {
      .rule = {.name = "reduction",
               .doc = "A sum of so many terms: their rounding, in any order, and that of the store. The terms are "
                      "taken to be as large as the inputs allow.",
               .fields = {{.name = "reduction",
                           .type = spec::FieldType::integer,
                           .required = true,
                           .words = {},
                           .doc = "The number of terms of one element, over integer scalars.",
                           .at_least = 1,
                           .over_sizes = true},
                          {.name = "terms",
                           .type = spec::FieldType::product,
                           .required = true,
                           .words = {},
                           .doc = "What one term is the product of: `a*x`."},
                          {.name = "growth",
                           .type = spec::FieldType::word,
                           .fallback = "sqrt",
                           .words = {"sqrt", "linear"},
                           .doc = "How roundings add up: like chance (three standard deviations), or all one way."}},
               .for_integers = false},
      .text =
          [](const Fields& fields) {
            return "reduction of " + fields.text("reduction") + " terms " + fields.word("terms") +
                   (fields.word("growth") == "linear" ? ", linear" : "");
          },
      .elements = make};
}

}  // namespace kparity::compare::kinds
