// Gives the numbers 0 to n - 1 in random order, by the inside-out shuffle: element i takes a random earlier place and
// moves its holder to the end. So a permutation of n is that of n + 1 without its largest number, changed at one place
// only.
#include "kind.hpp"

namespace kparity::generate::kinds {

namespace {

std::string why_not(const Argument& argument, std::uint64_t elements) {
  const std::uint64_t last = elements - 1;
  const std::int64_t largest = whole_range(argument.dtype, 0, INT64_MAX).high;
  if (last <= static_cast<std::uint64_t>(largest)) return {};
  return "a permutation of " + std::to_string(elements) + " elements needs numbers beyond the range of " +
         std::string(c_name(argument.dtype));
}

std::string why_wrong(const Argument& argument, std::span<const std::byte> contents) {
  const auto numbers = whole_numbers(argument.dtype, contents);
  std::vector<bool> seen(numbers.size(), false);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::string element = "element " + std::to_string(i) + " is " + std::to_string(numbers[i]);
    const auto place = static_cast<std::uint64_t>(numbers[i]);
    if (place >= numbers.size()) return element + ", which is no index below " + std::to_string(numbers.size());
    if (seen[place]) return element + ", as an earlier one is";
    seen[place] = true;
  }
  return {};
}

template <class T>
void fill_as(const Stream& stream, std::span<T> out) {
  Random random(stream);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t place = random.below(i + 1);
    out[i] = out[place];
    out[place] = static_cast<T>(i);
  }
}

void fill(const Argument& argument, const Stream& stream, std::span<std::byte> out) {
  visit_dtype(argument.dtype, [&]<class T>(std::type_identity<T>) { fill_as(stream, elements_of<T>(out)); });
}

}  // namespace

Kind permutation() {
  return {.rule = {.name = "permutation",
                   .doc = "The numbers 0 to n - 1, each once, in random order; n is the number of elements.",
                   .fields = {},
                   .for_scalars = false,
                   .for_floats = false},
          .why_not = why_not,
          .fill = fill,
          .why_wrong = why_wrong};
}

}  // namespace kparity::generate::kinds
