// A vocabulary for the tests of the reader, and a spec to start from. Kept apart from the real words, so that these
// tests say what the reader does and not what generators and tolerances there happen to be.
#pragma once

#include <string>

#include "kparity/spec/reader.hpp"

namespace kparity::spec {

inline FieldRule real(std::string name, bool required = true, std::string fallback = "") {
  return {std::move(name), FieldType::real, required, std::move(fallback), {}, "A number."};
}

inline FieldRule integer(std::string name, bool required = true, std::string fallback = "") {
  return {std::move(name), FieldType::integer, required, std::move(fallback), {}, "An integer."};
}

inline KindRule kind(std::string name, std::vector<FieldRule> fields) {
  return {std::move(name), "A kind.", std::move(fields)};
}

inline KindRule for_floats(KindRule rule) {
  rule.for_integers = false;
  return rule;
}

inline KindRule for_integers(KindRule rule, bool scalars = true) {
  rule.for_floats = false;
  rule.for_scalars = scalars;
  return rule;
}

inline KindRule for_booleans_too(KindRule rule) {
  rule.for_booleans = true;
  return rule;
}

inline FieldRule bounded(FieldRule field, std::optional<double> at_least, std::optional<double> at_most) {
  field.at_least = at_least;
  field.at_most = at_most;
  return field;
}

inline FieldRule positive(FieldRule field) {
  field.above = 0;
  return field;
}

inline Vocabulary test_words() {
  KindRule boolean = for_booleans_too(kind("boolean", {bounded(real("probability", false, "0.5"), 0, 1)}));
  boolean.for_integers = boolean.for_floats = false;
  KindRule sorted = kind("sorted", {real("min"), real("max")});
  sorted.for_scalars = false;
  KindRule norm = for_floats(kind("norm", {}));
  norm.inner = {"and"};
  FieldRule which{"norm", FieldType::word, true, "", {"l2", "linf", "linf_rel"}, "Which norm."};
  norm.fields = {which, bounded(real("max"), 0, std::nullopt)};
  return {
      .generators = {for_booleans_too(kind("constant", {real("value")})),
                     for_floats(kind("uniform", {real("min"), real("max")})),
                     for_floats(kind("normal", {real("mean", false, "0"), positive(real("deviation", false, "1"))})),
                     for_floats(kind("log_uniform", {positive(real("min")), positive(real("max"))})),
                     for_integers(kind("integer", {integer("min"), integer("max")})), boolean,
                     for_integers(kind("permutation", {}), false),
                     for_integers(kind("indices", {integer("below")}), false), sorted,
                     for_integers(kind("offsets", {integer("total")}), false),
                     for_integers(kind("distinct", {integer("min"), integer("max")}), false)},
      .tolerances = {for_booleans_too(kind("exact", {})),
                     for_floats(kind("ulp", {bounded(integer("ulp"), 0, std::nullopt)})),
                     for_floats(kind("relative", {bounded(real("rel", false, "0"), 0, std::nullopt),
                                                  bounded(real("abs", false, "0"), 0, std::nullopt)})),
                     norm},
  };
}

inline const std::string axpy_text =
    R"(kernel: axpy
summary: y += a x
signature: void axpy(double a, const double* x, double* y, int n)
inputs:
  a: {generate: uniform, min: -10, max: 10}
  x: {generate: uniform, shape: [n], min: -1, max: 1}
  y: {generate: uniform, shape: [n], min: -1, max: 1}
  n: {generate: integer, min: 0, max: 100_000, role: size}
outputs:
  y: {tolerance: {rel: 1e-14, abs: 1e-14}, reason: "fused multiply-add"}
launch: {threads: n, block: 128}
)";

}  // namespace kparity::spec
