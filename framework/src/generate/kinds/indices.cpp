// Draws indices from [0, below). One in sixteen is the first or the last index, and one in sixteen the middle one, so
// that borders are visited and writes to one place collide whatever the size.
#include "elements.hpp"
#include "kind.hpp"

namespace kparity::generate::kinds {

namespace {

Range range(const Argument& argument) {
  return whole_range(argument.dtype, 0, argument.integer("below") - 1);
}

std::string why_not(const Argument& argument, std::uint64_t) {
  const std::int64_t below = argument.integer("below");
  if (below < 1) return "there is no index below " + std::to_string(below);
  return whole_range_problem(argument, 0, below - 1);
}

std::string why_wrong(const Argument& argument, std::span<const std::byte> contents) {
  const std::int64_t below = argument.integer("below");
  const auto numbers = whole_numbers(argument.dtype, contents);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] < 0 || numbers[i] >= below)
      return "element " + std::to_string(i) + " is " + std::to_string(numbers[i]) + ", which is no index below " +
             std::to_string(below);
  return {};
}

/// `place` is an evenly drawn index; the lowest bits of `word` decide whether another one takes its place.
template <class T>
T choose(std::uint32_t word, T place, T last, T middle) {
  const T border = (word & 16) != 0 ? last : T{0};
  const T usual = (word & 15) == 0 ? border : place;
  return (word & 15) == 1 ? middle : usual;
}

template <class T>
void fill_as(std::uint64_t below, const Stream& stream, std::span<T> out) {
  const std::uint64_t half = below / 2;
  const T last = static_cast<T>(below - 1), middle = static_cast<T>(half);
  if (below < (std::uint64_t{1} << 28)) {
    const std::uint32_t few = static_cast<std::uint32_t>(below);
    fill_from_words(stream, out, [=](std::uint32_t word) {
      return choose(word, static_cast<T>(std::uint64_t{word} * few >> 32), last, middle);
    });
  } else {
    fill_from_pairs(stream, out, [=](std::uint32_t upper, std::uint32_t lower) {
      return choose(lower, static_cast<T>(Wide{join(upper, lower)} * below >> 64), last, middle);
    });
  }
}

void fill(const Argument& argument, const Stream& stream, std::span<std::byte> out) {
  const std::uint64_t below = static_cast<std::uint64_t>(argument.integer("below"));
  visit_dtype(argument.dtype, [&]<class T>(std::type_identity<T>) { fill_as(below, stream, elements_of<T>(out)); });
}

}  // namespace

Kind indices() {
  return {.rule = {.name = "indices",
                   .doc = "Indices in [0, below), with both ends and one frequent index among them.",
                   .fields = {required_field("below", spec::FieldType::integer,
                                             "The extent that is indexed, such as `cells`.")},
                   .for_scalars = false,
                   .for_floats = false},
          .why_not = why_not,
          .fill = fill,
          .range = range,
          .why_wrong = why_wrong,
          .independent = true,
          .may_be_equal = true};
}

}  // namespace kparity::generate::kinds
