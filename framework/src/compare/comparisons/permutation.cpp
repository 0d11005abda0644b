// A sort that returns where elements come from: a permutation of all indices that puts the keys into the same order.
// Which of two equal keys comes first is open.
#include <fmt/format.h>

#include "element.hpp"
#include "indices.hpp"

namespace kparity::compare::comparisons {

namespace {

void arrange(const Fields& fields, Arranged& arranged) {
  const std::string name = fields.word("permutation");
  const NamedArray keys = fields.array(name);
  const std::uint64_t indices = arranged.elements(), values = keys.bytes.size() / size_of(keys.dtype);
  if (indices != values) {
    arranged.fault = fmt::format("a permutation of '{}' has {} elements, not {}", name, values, indices);
  } else {
    replace_by_values(arranged, keys, name);
  }
}

}  // namespace

Arrangement permutation() {
  return {.rule = {.name = "permutation",
                   .doc = "Each index into an input once, in an order that puts the same values in the same places.",
                   .fields = {{.name = "permutation",
                               .type = spec::FieldType::word,
                               .required = true,
                               .words = {},
                               .doc = "The input that the indices sort.",
                               .names = spec::Names::input}},
                   .for_floats = false},
          .arrange = arrange};
}

}  // namespace kparity::compare::comparisons
