// Draws each number independently from a normal distribution, by the method of Box and Muller with functions of our
// own. An element takes 32 bits for the radius and 32 for the angle, so no value lies beyond 6.8 deviations.
#include <cmath>

#include "elements.hpp"
#include "kind.hpp"
#include "math.hpp"

namespace kparity::generate::kinds {

namespace {

spec::FieldRule deviation() {
  auto field = optional_field("deviation", spec::FieldType::real, "1", "Standard deviation, not negative.");
  field.at_least = 0;
  return field;
}

constexpr double farthest = 7;

Range range(const Argument& argument) {
  const double mean = argument.real("mean", 0), reach = farthest * argument.real("deviation", 1);
  return real_range(argument.dtype, mean - reach, mean + reach, false);
}

std::string why_not(const Argument& argument, std::uint64_t) {
  const double mean = argument.real("mean", 0), deviation = argument.real("deviation", 1);
  if (!(deviation >= 0)) return "deviation must not be negative";
  const Range all = real_range(argument.dtype, -HUGE_VAL, HUGE_VAL, false);
  const bool fits = all.contains(mean - farthest * deviation) && all.contains(mean + farthest * deviation);
  if (!fits) return "seven deviations around the mean exceed the range of " + std::string(c_name(argument.dtype));
  return {};
}

double standard_normal(std::uint32_t upper, std::uint32_t lower) {
  const double radius = std::sqrt(-2 * own_log((upper + 0.5) * 0x1p-32));  // a square root is exact everywhere
  return radius * own_sine_cosine(lower * 0x1p-32).cosine;
}

template <class T>
void fill_as(const Argument& argument, const Stream& stream, std::span<T> out) {
  const double mean = argument.real("mean", 0), deviation = argument.real("deviation", 1);
  fill_from_pairs(stream, out, [=](std::uint32_t upper, std::uint32_t lower) {
    return static_cast<T>(mean + deviation * standard_normal(upper, lower));
  });
}

void fill(const Argument& argument, const Stream& stream, std::span<std::byte> out) {
  if (argument.dtype == DType::float32) {
    fill_as(argument, stream, elements_of<float>(out));
  } else {
    fill_as(argument, stream, elements_of<double>(out));
  }
}

}  // namespace

Kind normal() {
  return {.rule = {.name = "normal",
                   .doc = "Normally distributed numbers, none of them beyond 6.8 deviations.",
                   .fields = {optional_field("mean", spec::FieldType::real, "0", "Middle of the distribution."),
                              deviation()},
                   .for_integers = false},
          .why_not = why_not,
          .fill = fill,
          .range = range,
          .independent = true};
}

}  // namespace kparity::generate::kinds
