// The indices of the largest elements, or of any other choice by value, where several have the value of the last one:
// the same values, no index twice, in any order.
#include "indices.hpp"

namespace kparity::compare::comparisons {

namespace {

void arrange(const Fields& fields, Arranged& arranged) {
  const std::string name = fields.word("set_with_ties");
  replace_by_values(arranged, fields.array(name), name);
  if (!arranged.fault.empty()) return;
  reorder_expected(arranged, ascending(arranged.dtype, arranged.expected));
  reorder_actual(arranged, ascending(arranged.dtype, arranged.actual));
}

}  // namespace

Arrangement set_with_ties() {
  return {
      .rule = {.name = "set_with_ties",
               .doc = "Indices into an input, none twice, of the same values as those of the reference, in any order.",
               .fields = {{.name = "set_with_ties",
                           .type = spec::FieldType::word,
                           .required = true,
                           .words = {},
                           .doc = "The input that they are indices of.",
                           .names = spec::Names::input}},
               .for_floats = false},
      .arrange = arrange};
}

}  // namespace kparity::compare::comparisons
