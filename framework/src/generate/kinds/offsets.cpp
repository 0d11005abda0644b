// Gives the row pointers of a compressed matrix: the first is 0, the last is `total`, and none is below its
// predecessor. Rows are of very different lengths: one in four is empty, one in eight is long. A smaller size keeps
// their proportions.
#include "elements.hpp"
#include "kind.hpp"

namespace kparity::generate::kinds {

namespace {

std::string why_not(const Argument& argument, std::uint64_t elements) {
  const std::int64_t total = argument.integer("total");
  if (total < 0) return "total must not be negative, it is " + std::to_string(total);
  if (elements == 1 && total != 0) return "without rows, total must be 0, it is " + std::to_string(total);
  return whole_range_problem(argument, 0, total);
}

std::string why_wrong(const Argument& argument, std::span<const std::byte> contents) {
  const std::int64_t total = argument.integer("total");
  const auto numbers = whole_numbers(argument.dtype, contents);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] < (i == 0 ? 0 : numbers[i - 1]))
      return "element " + std::to_string(i) + " is " + std::to_string(numbers[i]) + ", below " +
             (i == 0 ? "0" : "its predecessor");
  if (!numbers.empty() && (numbers.front() != 0 || numbers.back() != total))
    return "they go from " + std::to_string(numbers.front()) + " to " + std::to_string(numbers.back()) +
           ", not from 0 to " + std::to_string(total);
  return {};
}

/// The share of a row, from its random word.
std::uint32_t weight(std::uint32_t word) {
  const std::uint32_t length = 1 + (word >> 24);
  if (word % 8 <= 1) return 0;
  return word % 8 == 2 ? 16 * length : length;
}

template <class T>
void fill_as(std::uint64_t total, const Stream& stream, std::span<T> out) {
  if (out.empty()) return;
  const std::size_t rows = out.size() - 1;
  std::vector<std::uint32_t> weights(rows);
  fill_from_words(stream, std::span(weights), weight);
  std::uint64_t sum = 0;
  for (const auto row : weights) sum += row;
  std::uint64_t before = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const Wide share = sum == 0 ? Wide{0} : Wide{total} * before / sum;
    out[row] = static_cast<T>(share);
    before += weights[row];
  }
  out[rows] = static_cast<T>(total);
}

void fill(const Argument& argument, const Stream& stream, std::span<std::byte> out) {
  const std::uint64_t total = static_cast<std::uint64_t>(argument.integer("total"));
  visit_dtype(argument.dtype, [&]<class T>(std::type_identity<T>) { fill_as(total, stream, elements_of<T>(out)); });
}

}  // namespace

Kind offsets() {
  return {.rule = {.name = "offsets",
                   .doc = "Row pointers of a compressed matrix: n + 1 ascending numbers from 0 to total.",
                   .fields = {required_field("total", spec::FieldType::integer, "The last value, such as `nonzeros`.")},
                   .for_scalars = false,
                   .for_floats = false},
          .why_not = why_not,
          .fill = fill,
          .why_wrong = why_wrong};
}

}  // namespace kparity::generate::kinds
