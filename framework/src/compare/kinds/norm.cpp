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

/// A pair of numbers as the sums see it.
struct Pair {
  double expected, actual;
};

template <class T>
Pair any_pair(const std::byte* expected, const std::byte* actual, std::size_t index) {
  return {static_cast<double>(load<T>(expected, index)), static_cast<double>(load<T>(actual, index))};
}

/// Pairs that are not finite count as equal.
template <class T>
Pair finite_pair(const std::byte* expected, const std::byte* actual, std::size_t index) {
  const T e = load<T>(expected, index), a = load<T>(actual, index);
  if (!is_finite(e) || !is_finite(a)) return {0, 0};
  return {static_cast<double>(e), static_cast<double>(a)};
}

/// Sums of squares, of numbers divided by a scale first.
struct Squares {
  Norms factor{1, 1};
  Norms operator()(const Norms& sum, double difference, double reference) const {
    const double d = difference * factor.difference, r = reference * factor.reference;
    return {sum.difference + d * d, sum.reference + r * r};
  }
  static Norms joined(const Norms& a, const Norms& b) {
    return {a.difference + b.difference, a.reference + b.reference};
  }
};

/// The largest numbers. Infinity and NaN are kept, so that they are noticed.
struct Largest {
  Norms operator()(const Norms& most, double difference, double reference) const {
    return {most.difference < difference || difference != difference ? difference : most.difference,
            most.reference < reference || reference != reference ? reference : most.reference};
  }
  static Norms joined(const Norms& a, const Norms& b) { return Largest{}(a, b.difference, b.reference); }
};

/// `gather` over a block; the lanes keep it from waiting for itself.
template <Pair (*pair)(const std::byte*, const std::byte*, std::size_t), class Gather>
Norms gathered_block(const Gather& gather, const std::byte* expected, const std::byte* actual, std::size_t count) {
  constexpr std::size_t lanes = 4;
  Norms norms[lanes];
  const auto add = [&](std::size_t index, std::size_t lane) {
    const auto [e, a] = pair(expected, actual, index);
    norms[lane] = gather(norms[lane], std::fabs(a - e), std::fabs(e));
  };
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) add(index + lane, lane);
  for (; index < count; ++index) add(index, 0);
  return Gather::joined(Gather::joined(norms[0], norms[1]), Gather::joined(norms[2], norms[3]));
}

/// `gather` over an array. A block is first taken as it is; if what comes out is not finite, once more with a look at
/// each pair.
template <class T, class Gather>
Norms gathered(const Gather& gather, const std::byte* expected, const std::byte* actual, std::size_t count) {
  constexpr std::size_t block = 1024;
  Norms all;
  for (std::size_t first = 0; first < count; first += block) {
    const std::byte *e = expected + first * sizeof(T), *a = actual + first * sizeof(T);
    const std::size_t size = std::min(block, count - first);
    Norms norms = gathered_block<any_pair<T>>(gather, e, a, size);
    if (!std::isfinite(norms.difference) || !std::isfinite(norms.reference))
      norms = gathered_block<finite_pair<T>>(gather, e, a, size);
    all = Gather::joined(all, norms);
  }
  return all;
}

/// Whether a sum of squares of T has neither overflowed nor lost what matters. Squares of floats fit a double always.
template <class T>
bool squares_are_safe(double sum) {
  return sizeof(T) < sizeof(double) || (sum > 1e-260 && sum < 1e260);
}

template <class T>
Norms euclidean_norms(const std::byte* expected, const std::byte* actual, std::size_t count) {
  const Norms plain = gathered<T>(Squares{}, expected, actual, count);
  if (squares_are_safe<T>(plain.difference) && squares_are_safe<T>(plain.reference))
    return {std::sqrt(plain.difference), std::sqrt(plain.reference)};
  const Norms largest = gathered<T>(Largest{}, expected, actual, count);
  if (!std::isfinite(largest.difference)) return largest;
  // A power of two near the largest element, kept away from where its inverse would overflow.
  const auto scale_of = [](double of) { return of == 0 ? 1 : std::ldexp(1.0, std::max(std::ilogb(of), -1000)); };
  const Norms scale{scale_of(largest.difference), scale_of(largest.reference)};
  const Norms scaled = gathered<T>(Squares{{1 / scale.difference, 1 / scale.reference}}, expected, actual, count);
  return {scale.difference * std::sqrt(scaled.difference), scale.reference * std::sqrt(scaled.reference)};
}

template <class T>
Norms norms_of(Kind kind, const std::byte* expected, const std::byte* actual, std::size_t count) {
  if (kind == Kind::euclidean) return euclidean_norms<T>(expected, actual, count);
  return gathered<T>(Largest{}, expected, actual, count);
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
                           .doc = "The largest norm allowed.",
                           .at_least = 0}},
               .for_integers = false,
               .inner = {"and"}},
      .text =
          [](const Fields& fields) { return "norm " + fields.word("norm") + " " + exact_text(fields.number("max")); },
      .whole = make};
}

}  // namespace kparity::compare::kinds
