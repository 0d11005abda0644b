// |got - expected| at most abs + rel * |expected|: the common override. Differences are taken in double precision.
#include <cmath>

#include "form.hpp"
#include "number_text.hpp"

namespace kparity::compare::kinds {

namespace {

struct Relative {
  double rel, abs;

  template <class T>
  double amount(T expected, T actual) const {
    return std::fabs(static_cast<double>(actual) - static_cast<double>(expected));
  }
  template <class T>
  double bound(T expected) const {
    return abs + rel * std::fabs(static_cast<double>(expected));
  }

  std::string bound_text(double bound) const { return rounded_text(bound); }
};

spec::FieldRule field(const char* name, const char* doc) {
  return {.name = name, .type = spec::FieldType::real, .fallback = "0", .words = {}, .doc = doc, .at_least = 0};
}

std::string text(const Fields& fields) {
  const double rel = fields.number("rel"), abs = fields.number("abs");
  const std::string absolute =
      "abs " + exact_text(abs) + (fields.word("scale") == "max_abs" ? " of the largest expected value" : "");
  if (abs == 0) return "rel " + exact_text(rel);
  if (rel == 0) return absolute;
  return "rel " + exact_text(rel) + " " + absolute;
}

std::unique_ptr<ElementRule> make(const Fields& fields) {
  double abs = fields.number("abs");
  if (fields.word("scale") == "max_abs") abs *= largest_magnitude(fields.occasion().dtype, fields.occasion().expected);
  return element_rule(Relative{fields.number("rel"), abs});
}

}  // namespace

Form relative() {
  return {.rule = {.name = "relative",
                   .doc = "The difference is at most abs + rel * |expected|; one of the two may be left out.",
                   .fields = {field("rel", "Share of the expected value that the result may be off."),
                              field("abs", "How much it may be off in addition, in the output's own unit."),
                              {.name = "scale",
                               .type = spec::FieldType::word,
                               .fallback = "none",
                               .words = {"none", "max_abs"},
                               .doc = "`max_abs`: `abs` is a share of the largest expected value of the output.",
                               .only_with = "abs"}},
                   .for_integers = false},
          .text = text,
          .elements = make};
}

}  // namespace kparity::compare::kinds
