// Draws each number independently and evenly from [min, max). The upper bound never occurs, not even by rounding, so
// that `max: cells` gives positions whose whole part is a legal cell.
#include <cmath>

#include "elements.hpp"
#include "kind.hpp"

namespace kparity::generate::kinds {

namespace {

Range range(const Argument& argument) {
  return real_range(argument.dtype, argument.real("min"), argument.real("max"), true);
}

std::string why_not(const Argument& argument, std::uint64_t) {
  if (!range(argument).empty()) return {};
  return no_value(argument, argument.real("min"), argument.real("max"), true);
}

/// Evenly in [0, 1], in the precision of T.
template <class T, class Use>
void fill_units(const Stream& stream, std::span<T> out, Use use) {
  if constexpr (sizeof(T) == 4) {
    fill_from_words(stream, out, [=](std::uint32_t word) { return use(unit_float(word)); });
  } else {
    fill_from_pairs(stream, out,
                    [=](std::uint32_t upper, std::uint32_t lower) { return use(unit_double(upper, lower)); });
  }
}

template <class T>
void fill_as(const Range& legal, const Stream& stream, std::span<T> out) {
  const T low = static_cast<T>(legal.least), last = static_cast<T>(legal.most), width = last - low;
  if (std::isfinite(width)) {
    fill_units(stream, out, [=](T unit) {
      const T value = low + unit * width;
      return value < last ? value : last;
    });
  } else {  // the whole width is beyond the type: work on halves
    const T half_low = low / 2, half_width = last / 2 - half_low;
    fill_units(stream, out, [=](T unit) {
      const T half = half_low + unit * half_width;
      return half < last / 2 ? (half > half_low ? 2 * half : low) : last;
    });
  }
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

Kind uniform() {
  return {.rule = {.name = "uniform",
                   .doc = "Evenly distributed numbers in [min, max); max itself never occurs.",
                   .fields = {required_field("min", spec::FieldType::real, "Smallest value."),
                              required_field("max", spec::FieldType::real, "Upper bound, above min; never reached.")},
                   .for_integers = false},
          .why_not = why_not,
          .fill = fill,
          .range = range,
          .independent = true};
}

}  // namespace kparity::generate::kinds
