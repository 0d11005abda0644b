// Where the function jumps: an element whose decision variable lies close to a threshold may come out on either side,
// and is held to the form in `within`, which says how large the jump is.
#include <cmath>
#include <optional>

#include "form.hpp"
#include "number_text.hpp"

namespace kparity::compare::kinds {

namespace {

class Thresholds final : public Exceptions {
 public:
  Thresholds(NamedArray decides, double at, std::optional<double> every, double margin)
      : decides_(decides), at_(at), every_(every), margin_(margin) {}
  bool may_be(std::uint64_t index) const override {
    const double away = element_as_double(decides_, index) - at_;
    const double nearest = every_ ? std::round(away / *every_) * *every_ : 0;
    return std::fabs(away - nearest) <= margin_;
  }
  std::uint64_t most_of(std::uint64_t elements) const override { return elements; }

 private:
  NamedArray decides_;
  double at_;
  std::optional<double> every_;
  double margin_;
};

spec::FieldRule number(const char* name, const char* doc) {
  return {.name = name, .type = spec::FieldType::real, .words = {}, .doc = doc};
}

std::string text(const Fields& fields) {
  const std::string every = fields.text("every"), at = fields.text("at");
  return "either side where " + fields.word("discontinuity") + " is within " + fields.text("margin") + " of " + at +
         (every.empty() ? "" : " or a multiple of " + every + " away from it");
}

}  // namespace

Form discontinuity() {
  spec::FieldRule at = number("at", "The threshold."), every = number("every", "Further thresholds lie so far apart."),
                  margin = number("margin", "How close to a threshold the variable has to be.");
  at.fallback = "0";
  every.above = margin.above = 0;
  margin.required = true;
  return {.rule = {.name = "discontinuity",
                   .doc = "Elements at which another array is close to a threshold are held to the form in `within`, "
                          "all others to that in `and`.",
                   .fields = {{.name = "discontinuity",
                               .type = spec::FieldType::word,
                               .required = true,
                               .words = {},
                               .doc = "The array that decides, of the same shape: an input or another output.",
                               .names = spec::Names::alike},
                              at,
                              every,
                              margin},
                   .inner = {"and", "within"}},
          .text = text,
          .exceptions = [](const Fields& fields) -> std::unique_ptr<Exceptions> {
            return std::make_unique<Thresholds>(fields.array(fields.word("discontinuity")), *fields.signed_number("at"),
                                                fields.signed_number("every"), fields.number("margin"));
          }};
}

}  // namespace kparity::compare::kinds
