// Draws each whole number independently and evenly from [min, max], both included; also as floating numbers, whose sums
// are then exact.
#include "elements.hpp"
#include "kind.hpp"

namespace kparity::generate::kinds {

namespace {

Range range(const Argument& argument) {
  return whole_range(argument.dtype, argument.integer("min"), argument.integer("max"));
}

std::string why_not(const Argument& argument, std::uint64_t) {
  return whole_range_problem(argument, argument.integer("min"), argument.integer("max"));
}

/// `count` values from `low` on; a count of 0 stands for 2^64.
template <class T>
void fill_as(std::int64_t low, std::uint64_t count, const Stream& stream, std::span<T> out) {
  const std::uint64_t base = static_cast<std::uint64_t>(low);
  const auto number = [base](std::uint64_t offset) { return static_cast<T>(static_cast<std::int64_t>(base + offset)); };
  constexpr std::uint64_t word_values = std::uint64_t{1} << 32;
  if (count == 0) {
    fill_from_pairs(stream, out, [=](std::uint32_t upper, std::uint32_t lower) { return number(join(upper, lower)); });
  } else if (count > word_values) {
    fill_from_pairs(stream, out, [=](std::uint32_t upper, std::uint32_t lower) {
      return number(static_cast<std::uint64_t>(Wide{join(upper, lower)} * count >> 64));
    });
  } else if (count == word_values) {
    fill_from_words(stream, out, [=](std::uint32_t word) { return number(word); });
  } else {
    const std::uint32_t few = static_cast<std::uint32_t>(count);
    fill_from_words(stream, out, [=](std::uint32_t word) { return number(std::uint64_t{word} * few >> 32); });
  }
}

void fill(const Argument& argument, const Stream& stream, std::span<std::byte> out) {
  const Range legal = range(argument);
  const std::uint64_t count = static_cast<std::uint64_t>(legal.high) - static_cast<std::uint64_t>(legal.low) + 1;
  visit_dtype(argument.dtype, [&]<class T>(std::type_identity<T>) {
    if constexpr (!std::is_same_v<T, bool>) fill_as(legal.low, count, stream, elements_of<T>(out));
  });
}

}  // namespace

Kind integer() {
  return {.rule = {.name = "integer",
                   .doc = "Evenly distributed whole numbers in [min, max]; also for floating types.",
                   .fields = {required_field("min", spec::FieldType::integer, "Smallest value."),
                              required_field("max", spec::FieldType::integer, "Largest value, included.")}},
          .why_not = why_not,
          .fill = fill,
          .range = range,
          .independent = true};
}

}  // namespace kparity::generate::kinds
