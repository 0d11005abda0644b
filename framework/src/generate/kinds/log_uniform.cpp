// Draws numbers whose logarithm is evenly distributed, so that every order of magnitude in [min, max] is equally
// frequent; with `both_signs` half of them are negative.
#include <algorithm>

#include "elements.hpp"
#include "kind.hpp"
#include "math.hpp"

namespace kparity::generate::kinds {

namespace {

spec::FieldRule magnitude(std::string name, std::string doc) {
  auto field = required_field(std::move(name), spec::FieldType::real, std::move(doc));
  field.above = 0;
  return field;
}

Range range(const Argument& argument) {
  Range legal = real_range(argument.dtype, argument.real("min"), argument.real("max"), false);
  legal.both_signs = argument.flag("both_signs", false);
  return legal;
}

std::string why_not(const Argument& argument, std::uint64_t) {
  if (!(argument.real("min") > 0)) return "min must be above 0";
  if (!range(argument).empty()) return {};
  return no_value(argument, argument.real("min"), argument.real("max"), false);
}

template <class T>
void fill_as(const Range& legal, const Stream& stream, std::span<T> out) {
  const double start = own_log(legal.least), width = own_log(legal.most) - start;
  fill_from_pairs(stream, out, [=](std::uint32_t upper, std::uint32_t lower) {
    const double magnitude = std::clamp(own_exp(start + unit_double(upper, lower) * width), legal.least, legal.most);
    const bool negative = legal.both_signs && (lower & 1) != 0;
    return static_cast<T>(negative ? -magnitude : magnitude);
  });
}

void fill(const Argument& argument, const Stream& stream, std::span<std::byte> out) {
  const Range legal = range(argument);
  if (argument.dtype == DType::float32) {
    fill_as(legal, stream, elements_of<float>(out));
  } else {
    fill_as(legal, stream, elements_of<double>(out));
  }
}

}  // namespace

Kind log_uniform() {
  return {.rule = {.name = "log_uniform",
                   .doc = "Numbers in [min, max] whose logarithm is evenly distributed.",
                   .fields = {magnitude("min", "Smallest magnitude, above 0."), magnitude("max", "Largest magnitude."),
                              optional_field("both_signs", spec::FieldType::boolean, "false",
                                             "Half of the values are negative.")},
                   .for_integers = false},
          .why_not = why_not,
          .fill = fill,
          .range = range,
          .independent = true};
}

}  // namespace kparity::generate::kinds
