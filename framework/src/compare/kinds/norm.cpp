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

/// A norm of the difference and of the reference.
struct Norms {
  double difference = 0, reference = 0;
};

/// All that is needed of an array, gathered in one pass.
struct Sums {
  Norms largest, squares;
};

/// Both norms of one pass; the lanes keep additions independent of each other. Pairs that are not finite count as
/// equal.
template <class T>
Sums sums_of(const std::byte* expected, const std::byte* actual, std::size_t count, const Norms& scale) {
  constexpr std::size_t lanes = 4;
  Sums lane_sums[lanes];
  const Norms factor{1 / scale.difference, 1 / scale.reference};
  for (std::size_t i = 0; i < count; ++i) {
    const T stored_e = load<T>(expected, i), stored_a = load<T>(actual, i);
    const Bits<T> marks = mark_if_not_finite<T>(std::bit_cast<Bits<T>>(stored_e)) |
                          mark_if_not_finite<T>(std::bit_cast<Bits<T>>(stored_a));
    const bool finite = (marks & highest_bit<T>) == 0;
    const double e = finite ? static_cast<double>(stored_e) : 0, a = finite ? static_cast<double>(stored_a) : 0;
    const double difference = std::fabs(a - e), reference = std::fabs(e);
    const double d = difference * factor.difference, r = reference * factor.reference;
    Sums& sums = lane_sums[i % lanes];
    sums.largest.difference = difference > sums.largest.difference ? difference : sums.largest.difference;
    sums.largest.reference = reference > sums.largest.reference ? reference : sums.largest.reference;
    sums.squares.difference += d * d;
    sums.squares.reference += r * r;
  }
  Sums all;
  for (const Sums& sums : lane_sums) {
    all.largest.difference = std::max(all.largest.difference, sums.largest.difference);
    all.largest.reference = std::max(all.largest.reference, sums.largest.reference);
    all.squares.difference += sums.squares.difference;
    all.squares.reference += sums.squares.reference;
  }
  return all;
}

/// Whether squares of values up to `largest` neither overflow nor lose what matters.
bool squares_are_safe(double largest) {
  return largest == 0 || (largest > 1e-130 && largest < 1e130);
}

template <class T>
Norms norms_of(Kind kind, const std::byte* expected, const std::byte* actual, std::size_t count) {
  const Sums sums = sums_of<T>(expected, actual, count, {1, 1});
  if (kind == Kind::largest || !std::isfinite(sums.largest.difference)) return sums.largest;
  if (squares_are_safe(sums.largest.difference) && squares_are_safe(sums.largest.reference))
    return {std::sqrt(sums.squares.difference), std::sqrt(sums.squares.reference)};
  // A power of two near the largest element, kept away from where its inverse would overflow.
  const auto scale_of = [](double largest) {
    return largest == 0 ? 1 : std::ldexp(1.0, std::max(std::ilogb(largest), -1000));
  };
  const Norms scale{scale_of(sums.largest.difference), scale_of(sums.largest.reference)};
  const Sums scaled = sums_of<T>(expected, actual, count, scale);
  return {scale.difference * std::sqrt(scaled.squares.difference),
          scale.reference * std::sqrt(scaled.squares.reference)};
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
    const Norms norms = norms_of<T>(kind_, expected, actual, count);
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
