// Values that belong to keys of another output, in any order of the keys: a map. The values of equal keys are compared
// in ascending order; the keys themselves are judged as the output that they are, best as a multiset.
#include "arrangement.hpp"

#include <algorithm>

#include "element.hpp"

namespace kparity::compare::comparisons {

namespace {

/// By key, then by value.
std::vector<std::uint64_t> order_of(const Arranged& arranged, std::span<const std::byte> values, DType key_type,
                                    std::span<const std::byte> keys) {
  std::vector<std::uint64_t> order = ascending(arranged.dtype, values);
  visit_storage(key_type, [&]<class T>(std::type_identity<T>) {
    std::ranges::stable_sort(
        order, [&](std::uint64_t a, std::uint64_t b) { return load<T>(keys.data(), a) < load<T>(keys.data(), b); });
  });
  return order;
}

/// Bounds of values with the same key: the largest of them, as in a multiset.
void widen_over_equal_keys(Arranged& arranged, DType key_type, std::span<const std::byte> sorted_keys) {
  const std::size_t size = size_of(key_type);
  const auto same = [&](std::size_t a, std::size_t b) {
    return std::equal(sorted_keys.begin() + static_cast<std::ptrdiff_t>(a * size),
                      sorted_keys.begin() + static_cast<std::ptrdiff_t>((a + 1) * size),
                      sorted_keys.begin() + static_cast<std::ptrdiff_t>(b * size));
  };
  auto& allowances = arranged.allowances;
  for (std::size_t begin = 0, end = 0; begin < allowances.size(); begin = end) {
    Allowance largest;
    for (end = begin; end < allowances.size() && same(begin, end); ++end)
      largest = {0, std::max(largest.statistical, allowances[end].statistical),
                 std::max(largest.linear, allowances[end].linear)};
    std::fill(allowances.begin() + static_cast<std::ptrdiff_t>(begin),
              allowances.begin() + static_cast<std::ptrdiff_t>(end), largest);
  }
}

void arrange(const Fields& fields, Arranged& arranged) {
  const std::string name = fields.word("keyed");
  const auto& outputs = fields.occasion().context.outputs;
  const auto keys = std::ranges::find(outputs, name, &Context::Output::name);
  if (keys == outputs.end()) {
    arranged.fault = "the keys in '" + name + "' are not known";
    return;
  }
  const std::size_t size = size_of(keys->dtype);
  const auto expected_keys = chosen(keys->expected, size, arranged.defined);
  const auto actual_keys = chosen(keys->actual, size, arranged.defined);
  const auto expected = order_of(arranged, arranged.expected, keys->dtype, expected_keys);
  const auto actual = order_of(arranged, arranged.actual, keys->dtype, actual_keys);
  reorder_expected(arranged, expected);
  reorder_actual(arranged, actual);
  const auto sorted = chosen(expected_keys, size, expected);
  if (sorted != chosen(actual_keys, size, actual)) arranged.fault = "the keys in '" + name + "' are not the same";
  widen_over_equal_keys(arranged, keys->dtype, sorted);
}

}  // namespace

Arrangement keyed() {
  return {.rule = {.name = "keyed",
                   .doc = "The same value for every key, in any order of the keys.",
                   .fields = {{.name = "keyed",
                               .type = spec::FieldType::word,
                               .required = true,
                               .words = {},
                               .doc = "The output that holds the keys, compared exactly.",
                               .names = spec::Names::alike_output}},
                   .for_booleans = true},
          .arrange = arrange};
}

}  // namespace kparity::compare::comparisons
