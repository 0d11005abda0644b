// Gives every element the same value; for counters that start at 0, and for parameters that have only one legal value.
#include <algorithm>
#include <cmath>

#include "kind.hpp"

namespace kparity::generate::kinds {

namespace {

Range range(const Argument& argument) {
  if (!is_floating(argument.dtype)) {
    const std::int64_t value = argument.integer("value");
    return whole_range(argument.dtype, value, value);
  }
  double value = argument.real("value");
  if (argument.dtype == DType::float32) value = static_cast<float>(value);
  return {.whole = false, .least = value, .most = value};
}

std::string why_not(const Argument& argument, std::uint64_t) {
  if (!is_floating(argument.dtype)) {
    const std::int64_t value = argument.integer("value");
    return whole_range_problem(argument, value, value);
  }
  if (std::isfinite(range(argument).least)) return {};
  return "the value is beyond the range of " + std::string(c_name(argument.dtype));
}

void fill(const Argument& argument, const Stream&, std::span<std::byte> out) {
  const Range legal = range(argument);
  visit_dtype(argument.dtype, [&]<class T>(std::type_identity<T>) {
    std::ranges::fill(elements_of<T>(out), legal.whole ? static_cast<T>(legal.low) : static_cast<T>(legal.least));
  });
}

}  // namespace

Kind constant() {
  return {.rule = {.name = "constant",
                   .doc = "The same value everywhere.",
                   .fields = {required_field("value", spec::FieldType::real,
                                             "The value: a whole number for integers, 0 or 1 for booleans.")},
                   .for_booleans = true},
          .why_not = why_not,
          .fill = fill,
          .range = range};
}

}  // namespace kparity::generate::kinds
