// Gives values in ascending order, spread over [min, max]: element i is drawn from the i-th of n equal parts of the
// range. With `ties`, one element in eight repeats its predecessor. The parts follow n, so a smaller size keeps only
// the position of each element within its part.
#include <algorithm>

#include "elements.hpp"
#include "kind.hpp"

namespace kparity::generate::kinds {

namespace {

bool is_whole(const Argument& argument) {
  return !is_floating(argument.dtype);
}

Range range(const Argument& argument) {
  if (is_whole(argument)) return whole_range(argument.dtype, argument.integer("min"), argument.integer("max"));
  return real_range(argument.dtype, argument.real("min"), argument.real("max"), false);
}

std::string why_not(const Argument& argument, std::uint64_t) {
  if (is_whole(argument)) return whole_range_problem(argument, argument.integer("min"), argument.integer("max"));
  if (!range(argument).empty()) return {};
  return no_value(argument, argument.real("min"), argument.real("max"), false);
}

/// A whole number of part `i`; an empty part gives its lower end, which is within the range.
std::int64_t in_part(const Range& legal, std::uint64_t i, std::uint64_t n, std::uint64_t random) {
  const Wide count = Wide{static_cast<std::uint64_t>(legal.high) - static_cast<std::uint64_t>(legal.low)} + 1;
  const std::uint64_t first = static_cast<std::uint64_t>(count * i / n);
  const Wide size = count * (i + 1) / n - first;
  const std::uint64_t offset = static_cast<std::uint64_t>(Wide{random} * size >> 64);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(legal.low) + first + offset);
}

template <class T>
T element(const Range& legal, std::uint64_t i, std::uint64_t n, std::uint32_t upper, std::uint32_t lower) {
  if constexpr (std::is_floating_point_v<T>) {
    const double part = (static_cast<double>(i) + unit_double(upper, lower)) / static_cast<double>(n);
    const double value = legal.least * (1 - part) + legal.most * part;
    return static_cast<T>(std::clamp(value, legal.least, legal.most));
  } else {
    return static_cast<T>(in_part(legal, i, n, join(upper, lower)));
  }
}

template <class T>
void fill_as(const Range& legal, bool ties, const Stream& stream, std::span<T> out) {
  T untied{};  // the predecessor's own value, before it repeated another
  std::uint64_t i = 0;
  fill_from_pairs(stream, out, [&](std::uint32_t upper, std::uint32_t lower) {
    T own = element<T>(legal, i, out.size(), upper, lower);
    if (i > 0) own = std::max(own, untied);  // rounding at the border of two parts
    const T value = ties && i > 0 && upper % 8 == 0 ? untied : own;
    untied = own;
    ++i;
    return value;
  });
}

void fill(const Argument& argument, const Stream& stream, std::span<std::byte> out) {
  const Range legal = range(argument);
  const bool ties = argument.flag("ties", true);
  visit_dtype(argument.dtype, [&]<class T>(std::type_identity<T>) {
    if constexpr (!std::is_same_v<T, bool>) fill_as(legal, ties, stream, elements_of<T>(out));
  });
}

}  // namespace

Kind sorted() {
  return {
      .rule = {.name = "sorted",
               .doc = "Ascending values spread over [min, max], some of them equal.",
               .fields = {required_field("min", spec::FieldType::real, "Smallest value; whole for integers."),
                          required_field("max", spec::FieldType::real, "Largest value."),
                          optional_field("ties", spec::FieldType::boolean, "true",
                                         "Without them, integers are all different if the range has enough of them.")},
               .for_scalars = false},
      .why_not = why_not,
      .fill = fill};
}

}  // namespace kparity::generate::kinds
