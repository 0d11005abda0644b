// The words a spec may use for generators, tolerances and comparisons, as data: the reader checks against it, `kparity
// describe` and the JSON schema are printed from it. The stages that own the words (generate, compare) provide the
// rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kparity/dtype.hpp"
#include "kparity/expression.hpp"
#include "kparity/spec/problem.hpp"

namespace kparity::spec {

enum class FieldType : std::uint8_t {
  real,     // a number, or an integer expression over names of the spec: `min: -1.5`, `max: cells`
  integer,  // an integer expression
  boolean,
  word,      // one of `words`, or the name of an input where `words` is empty
  product,   // names of inputs with `*` between them: `a*x`
  function,  // the name of a function in C++
};

/// What a word that is the name of an array must be the name of.
enum class Names : std::uint8_t {
  any,
  input,         // of which every implementation sees the same values
  alike,         // an array of the same shape
  alike_output,  // an output of the same shape
};

struct FieldRule {
  std::string name;
  FieldType type = FieldType::real;
  bool required = false;
  std::string fallback = {};            // as YAML text; empty if required or if absence has a meaning of its own
  std::vector<std::string> words = {};  // allowed values of a word
  std::string doc = {};                 // one sentence
  std::optional<double> at_least = {}, at_most = {}, above = {};  // bounds of a number, where it is a literal
  Names names = Names::any;                                       // of a word without `words`
  std::string only_with = {};                                     // a field without which this one has no effect
  bool over_sizes = false;  // of a tolerance: a number may be an expression over integer scalars of the spec
};

/// One generator, tolerance form or comparison.
struct KindRule {
  std::string name;
  std::string doc;  // one sentence
  std::vector<FieldRule> fields;
  bool for_scalars = true, for_arrays = true;  // generators only
  bool for_integers = true, for_floats = true, for_booleans = false;
  std::vector<std::string> inner = {};  // tolerances only: the keys that hold another form: `and`, `within`
  bool alone = false;  // tolerances only: neither inside of another form nor beside `compare:` or `defined:`
};

struct Vocabulary {
  std::vector<KindRule> generators;
  std::vector<KindRule> tolerances;
  std::vector<KindRule> comparisons = {};
};

/// The kind of `tolerance: auto`; a word of its own, no form of the vocabulary.
inline constexpr std::string_view auto_form = "auto";
/// The tolerance form that is a function beside the kernel, `{custom: ...}`; its only field has the same name.
inline constexpr std::string_view custom_form = "custom";
/// The kind of `compare: elementwise`, a word of its own as well.
inline constexpr std::string_view elementwise = "elementwise";

/// A real field: a literal, or an integer expression evaluated per case.
using Real = std::variant<double, Expression>;
using FieldValue = std::variant<Real, Expression, bool, std::string>;

struct Field {
  std::string name;
  FieldValue value;
  Location where;
};

/// A chosen kind with its fields, all of them checked against the rule; defaults are filled in.
struct KindUse {
  std::string kind;
  std::vector<Field> fields;
  Location where;
  /// The field, or null.
  const Field* find(std::string_view name) const;
};

}  // namespace kparity::spec
