// Gives values in [min, max] of which no two are equal: element i is the image of i under a keyed bijection (a Feistel
// network, walked until it lands in the range), so a smaller size keeps the prefix. Floating values lie on a grid.
#include <bit>
#include <cmath>

#include "hash.hpp"
#include "kind.hpp"

namespace kparity::generate::kinds {

namespace {

/// The values there are to choose from: first + i * step for i < count.
struct Choice {
  std::uint64_t count = 0;
  std::int64_t first_whole = 0;
  double first = 0, step = 0;
};

/// Steps are powers of two and at least two units in the last place of the largest magnitude: no two values round
/// together.
Choice floating_choice(DType dtype, const Range& legal) {
  if (legal.empty()) return {};
  const int digits = dtype == DType::float32 ? 24 : 53;
  int exponent = 0;
  std::frexp(std::max(std::fabs(legal.least), std::fabs(legal.most)), &exponent);
  const double finest = std::ldexp(1.0, std::max(exponent - digits + 1, dtype == DType::float32 ? -148 : -1073));
  const double steps = legal.most / finest - legal.least / finest;  // divided first: the difference may overflow
  int coarser = 0;                                                  // no more than 2^32 values to choose from
  while (std::ldexp(steps, -coarser) > 0x1p32) ++coarser;
  const double count = std::ldexp(steps, -coarser);
  return {.count = static_cast<std::uint64_t>(count) + 1, .first = legal.least, .step = std::ldexp(finest, coarser)};
}

Choice choice(const Argument& argument) {
  if (is_floating(argument.dtype)) {
    return floating_choice(argument.dtype,
                           real_range(argument.dtype, argument.real("min"), argument.real("max"), false));
  }
  const Range legal = whole_range(argument.dtype, argument.integer("min"), argument.integer("max"));
  if (legal.empty()) return {};
  const std::uint64_t span = static_cast<std::uint64_t>(legal.high) - static_cast<std::uint64_t>(legal.low);
  return {.count = span == ~std::uint64_t{0} ? span : span + 1, .first_whole = legal.low};
}

std::string why_not(const Argument& argument, std::uint64_t elements) {
  if (!is_floating(argument.dtype)) {
    const auto problem = whole_range_problem(argument, argument.integer("min"), argument.integer("max"));
    if (!problem.empty()) return problem;
  }
  const std::uint64_t count = choice(argument).count;
  if (elements <= count) return {};
  return "needs " + std::to_string(elements) + " different values, but [min, max] offers only " + std::to_string(count);
}

/// A bijection of [0, count), different for each stream.
class Bijection {
 public:
  Bijection(const Stream& stream, std::uint64_t count) : count_(count) {
    half_bits_ = std::max(1, (static_cast<int>(std::bit_width(count - 1)) + 1) / 2);
    Random random(stream);
    for (auto& key : keys_) key = random.next();
  }

  std::uint64_t operator()(std::uint64_t value) const {
    do value = once(value);
    while (value >= count_);
    return value;
  }

 private:
  std::uint64_t once(std::uint64_t value) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = value >> half_bits_, right = value & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t next = left ^ (mix(right + key) & mask);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t count_;
  int half_bits_;
  std::uint64_t keys_[6]{};
};

template <class T>
void fill_as(const Choice& values, const Stream& stream, std::span<T> out) {
  const Bijection bijection(stream, values.count);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t place = bijection(i);
    if constexpr (std::is_floating_point_v<T>) {
      out[i] = static_cast<T>(values.first + static_cast<double>(place) * values.step);
    } else {
      const std::uint64_t whole = static_cast<std::uint64_t>(values.first_whole) + place;
      out[i] = static_cast<T>(whole);
    }
  }
}

void fill(const Argument& argument, const Stream& stream, std::span<std::byte> out) {
  if (out.empty()) return;
  const Choice values = choice(argument);
  visit_dtype(argument.dtype, [&]<class T>(std::type_identity<T>) { fill_as(values, stream, elements_of<T>(out)); });
}

}  // namespace

Kind distinct() {
  return {
      .rule = {.name = "distinct",
               .doc = "Values in [min, max], no two of them equal.",
               .fields = {required_field("min", spec::FieldType::real, "Smallest value; whole for integers."),
                          required_field("max", spec::FieldType::real, "Largest value; leaves room for all elements.")},
               .for_scalars = false},
      .why_not = why_not,
      .fill = fill};
}

}  // namespace kparity::generate::kinds
