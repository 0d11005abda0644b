// A small share of the elements may be off by more than the others: where a branch goes the other way for a few inputs.
// The form in `within` still holds for them.
#include <cmath>

#include "form.hpp"
#include "number_text.hpp"

namespace kparity::compare::kinds {

namespace {

class Share final : public Exceptions {
 public:
  explicit Share(double share) : share_(share) {}
  bool may_be(std::uint64_t) const override { return true; }
  std::uint64_t most_of(std::uint64_t elements) const override {
    return static_cast<std::uint64_t>(std::floor(share_ * static_cast<double>(elements)));
  }

 private:
  double share_;
};

}  // namespace

Form outliers() {
  return {
      .rule = {.name = "outliers",
               .doc = "At most this share of the elements may miss the form in `and`; none may miss that in `within`.",
               .fields = {{.name = "outliers",
                           .type = spec::FieldType::real,
                           .required = true,
                           .words = {},
                           .doc = "The share, above 0 and at most 0.5, rounded down to whole elements.",
                           .at_most = .5,
                           .above = 0}},
               .inner = {"and", "within"}},
      .text = [](const Fields& fields) { return "at most " + fields.text("outliers") + " outliers"; },
      .exceptions = [](const Fields& fields) -> std::unique_ptr<Exceptions> {
        return std::make_unique<Share>(fields.number("outliers"));
      }};
}

}  // namespace kparity::compare::kinds
