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

struct Squares {
  static double of(double number) { return number * number; }
  static double joined(double sum, double other) { return sum + other; }
};

/// Infinity and NaN are kept, so that they are noticed.
struct Largest {
  static double of(double number) { return std::fabs(number); }
  static double joined(double most, double other) { return most < other || other != other ? other : most; }
};

template <class Kind>
void join(Gathered& so_far, const Gathered& other) {
  so_far.difference = Kind::joined(so_far.difference, other.difference);
  so_far.reference = Kind::joined(so_far.reference, other.reference);
}

/// Of a block, both sides multiplied by a factor first. Each lane takes every eighth pair, so that none waits for
/// another, and a sum is off by no more than the rounding of an eighth of its terms.
template <class Kind, Pair (*pair)(const std::byte*, const std::byte*, std::size_t)>
Gathered gathered_block(const Gathered& factor, const std::byte* expected, const std::byte* actual, std::size_t count) {
  constexpr std::size_t lanes = 8;
  double differences[lanes] = {}, references[lanes] = {};
  const auto add = [&](std::size_t index, std::size_t lane) {
    const auto [e, a] = pair(expected, actual, index);
    differences[lane] = Kind::joined(differences[lane], Kind::of((a - e) * factor.difference));
    references[lane] = Kind::joined(references[lane], Kind::of(e * factor.reference));
  };
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) add(index + lane, lane);
  for (; index < count; ++index) add(index, 0);
  Gathered all;
  for (std::size_t lane = 0; lane < lanes; ++lane) join<Kind>(all, {differences[lane], references[lane]});
  return all;
}

/// A block is first taken as it is; if what comes out is not finite, once more with a look at each pair.
template <class Kind, class T>
void gather_block(const Gathered& factor, const std::byte* expected, const std::byte* actual, std::size_t count,
                  Gathered& so_far) {
  Gathered block = gathered_block<Kind, any_pair<T>>(factor, expected, actual, count);
  if (!std::isfinite(block.difference) || !std::isfinite(block.reference))
    block = gathered_block<Kind, finite_pair<T>>(factor, expected, actual, count);
  join<Kind>(so_far, block);
}

/// Over a whole array.
template <class Kind, class T>
Gathered gathered(const Gathered& factor, const std::byte* expected, const std::byte* actual, std::size_t count) {
  constexpr std::size_t block = 1024;
  Gathered all;
  for (std::size_t first = 0; first < count; first += block)
    gather_block<Kind, T>(factor, expected + first * sizeof(T), actual + first * sizeof(T),
                          std::min(block, count - first), all);
  return all;
}

/// Whether a sum of squares of T has neither overflowed nor lost what matters. Squares of floats fit a double always.
template <class T>
bool squares_are_safe(double sum) {
  return sizeof(T) < sizeof(double) || (sum > 1e-260 && sum < 1e260);
}

/// The roots of sums of squares; where these left the range of numbers, of numbers divided by the largest one first.
template <class T>
Gathered euclidean(const Gathered& squares, const std::byte* expected, const std::byte* actual, std::size_t count) {
  if (squares_are_safe<T>(squares.difference) && squares_are_safe<T>(squares.reference))
    return {std::sqrt(squares.difference), std::sqrt(squares.reference)};
  const Gathered largest = gathered<Largest, T>({1, 1}, expected, actual, count);
  if (!std::isfinite(largest.difference)) return largest;
  // A power of two near the largest element, kept away from where its inverse would overflow.
  const auto scale_of = [](double of) { return of == 0 ? 1 : std::ldexp(1.0, std::max(std::ilogb(of), -1000)); };
  const Gathered scale{scale_of(largest.difference), scale_of(largest.reference)};
  const Gathered scaled = gathered<Squares, T>({1 / scale.difference, 1 / scale.reference}, expected, actual, count);
  return {scale.difference * std::sqrt(scaled.difference), scale.reference * std::sqrt(scaled.reference)};
}

class NormRule final : public WholeRule {
 public:
  NormRule(std::string name, Kind kind, bool relative, double most)
      : name_(std::move(name)), kind_(kind), relative_(relative), most_(most) {}

  void gather(std::type_identity<float>, const std::byte* expected, const std::byte* actual, std::size_t count,
              Gathered& so_far) const override {
    gather_as<float>(expected, actual, count, so_far);
  }
  void gather(std::type_identity<double>, const std::byte* expected, const std::byte* actual, std::size_t count,
              Gathered& so_far) const override {
    gather_as<double>(expected, actual, count, so_far);
  }
  Measure measure(std::type_identity<float>, const Gathered& all, const std::byte* expected, const std::byte* actual,
                  std::size_t count) const override {
    return measure_as<float>(all, expected, actual, count);
  }
  Measure measure(std::type_identity<double>, const Gathered& all, const std::byte* expected, const std::byte* actual,
                  std::size_t count) const override {
    return measure_as<double>(all, expected, actual, count);
  }
  std::string excess_text(const Measure& measure) const override {
    if (!relative_)
      return fmt::format("the {} norm of the difference is {:.3g}, more than {:.3g}", name_, measure.amount, most_);
    return fmt::format("the {} norm of the difference is {:.3g}, more than {:.3g} (that is {:.3g} of the reference's)",
                       name_, measure.amount, measure.bound, most_);
  }

 private:
  template <class T>
  void gather_as(const std::byte* expected, const std::byte* actual, std::size_t count, Gathered& so_far) const {
    if (kind_ == Kind::euclidean) gather_block<Squares, T>({1, 1}, expected, actual, count, so_far);
    if (kind_ == Kind::largest) gather_block<Largest, T>({1, 1}, expected, actual, count, so_far);
  }
  template <class T>
  Measure measure_as(const Gathered& all, const std::byte* expected, const std::byte* actual, std::size_t count) const {
    const Gathered norms = kind_ == Kind::euclidean ? euclidean<T>(all, expected, actual, count) : all;
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
