// One number for a whole output, always in addition to an elementwise form: a norm alone hides one wrong element among
// many. Pairs with a NaN or an infinity are left to the policies of the spec.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "form.hpp"
#include "kparity/error.hpp"
#include "number_text.hpp"

namespace kparity::compare::kinds {

namespace {

enum class Kind : std::uint8_t { euclidean, largest };

/// Norms of the difference and of the reference.
struct Norms {
  double difference = 0, reference = 0;
};

template <class T, class Add>
void for_finite_pairs(const std::byte* expected, const std::byte* actual, std::size_t count, const Add& add) {
  for (std::size_t i = 0; i < count; ++i) {
    const T e = load<T>(expected, i), a = load<T>(actual, i);
    if (is_finite(e) && is_finite(a)) add(static_cast<double>(e), static_cast<double>(a));
  }
}

template <class T>
Norms largest_norms(const std::byte* expected, const std::byte* actual, std::size_t count) {
  Norms norms;
  for_finite_pairs<T>(expected, actual, count, [&](double e, double a) {
    norms.difference = std::max(norms.difference, std::fabs(a - e));
    norms.reference = std::max(norms.reference, std::fabs(e));
  });
  return norms;
}

/// Scaled by the largest element, so that squares neither overflow nor vanish.
template <class T>
Norms euclidean_norms(const std::byte* expected, const std::byte* actual, std::size_t count) {
  const Norms scale = largest_norms<T>(expected, actual, count);
  if (!std::isfinite(scale.difference)) return scale;
  const double difference_scale = scale.difference > 0 ? scale.difference : 1;
  const double reference_scale = scale.reference > 0 ? scale.reference : 1;
  Norms squares;
  for_finite_pairs<T>(expected, actual, count, [&](double e, double a) {
    const double d = (a - e) / difference_scale, r = e / reference_scale;
    squares.difference += d * d;
    squares.reference += r * r;
  });
  return {difference_scale * std::sqrt(squares.difference), reference_scale * std::sqrt(squares.reference)};
}

class NormRule final : public WholeRule {
 public:
  NormRule(std::string name, Kind kind, bool relative, double most)
      : name_(std::move(name)), kind_(kind), relative_(relative), most_(most) {}

  Measure measure(std::type_identity<float>, const std::byte* expected, const std::byte* actual,
                  std::size_t count) const override {
    return measure_as<float>(expected, actual, count);
  }
  Measure measure(std::type_identity<double>, const std::byte* expected, const std::byte* actual,
                  std::size_t count) const override {
    return measure_as<double>(expected, actual, count);
  }
  std::string excess_text(const Measure& measure) const override {
    if (!relative_)
      return fmt::format("the {} norm of the difference is {:.3g}, more than {:.3g}", name_, measure.amount, most_);
    return fmt::format("the {} norm of the difference is {:.3g}, more than {:.3g} (that is {:.3g} of the reference's)",
                       name_, measure.amount, measure.bound, most_);
  }

 private:
  template <class T>
  Measure measure_as(const std::byte* expected, const std::byte* actual, std::size_t count) const {
    const Norms norms = kind_ == Kind::euclidean ? euclidean_norms<T>(expected, actual, count)
                                                 : largest_norms<T>(expected, actual, count);
    return {norms.difference, relative_ ? most_ * norms.reference : most_};
  }

  std::string name_;
  Kind kind_;
  bool relative_;
  double most_;
};

std::unique_ptr<WholeRule> make(const Fields& fields) {
  const std::string name = fields.word("norm");
  const double most = fields.number("max");
  if (name == "l2") return std::make_unique<NormRule>(name, Kind::euclidean, false, most);
  if (name == "l2_rel") return std::make_unique<NormRule>(name, Kind::euclidean, true, most);
  if (name == "linf") return std::make_unique<NormRule>(name, Kind::largest, false, most);
  if (name == "linf_rel") return std::make_unique<NormRule>(name, Kind::largest, true, most);
  throw InvalidArgument("unknown norm '" + name + "'; there are: l2, l2_rel, linf, linf_rel");
}

}  // namespace

Form norm() {
  return {
      .rule = {.name = "norm",
               .doc = "A norm of the difference over the whole output, in addition to the elementwise form in `and`.",
               .fields = {{.name = "norm",
                           .type = spec::FieldType::word,
                           .required = true,
                           .fallback = {},
                           .words = {"l2", "l2_rel", "linf", "linf_rel"},
                           .doc = "l2: root of the summed squares; linf: the largest; _rel: divided by that of the "
                                  "reference."},
                          {.name = "max",
                           .type = spec::FieldType::real,
                           .required = true,
                           .fallback = {},
                           .words = {},
                           .doc = "The largest norm allowed."}},
               .for_integers = false},
      .text =
          [](const Fields& fields) { return "norm " + fields.word("norm") + " " + exact_text(fields.number("max")); },
      .whole = make};
}

}  // namespace kparity::compare::kinds
