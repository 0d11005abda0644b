// What the parts of the reader share while one file is read: the words, the problems so far, and the model in the
// making.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "declaration.hpp"
#include "fields.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::spec {

struct Reading {
  const Vocabulary& vocabulary;
  Problems problems;
  KernelSpec spec;  // `instantiations` stays empty if the signature cannot be read
  Declaration declaration;
  bool signature_is_verbatim = false;
  bool device_function_failed = false;           // it was reported already, and there is no signature
  bool has_inputs = false, has_outputs = false;  // both are maps; otherwise every parameter would be missing in them

  /// Names and types are checked only against a signature that was understood.
  bool has_signature() const { return !spec.instantiations.empty(); }
};

/// The type of a parameter in each instantiation.
std::vector<DType> dtypes_of(const KernelSpec& spec, ParameterPath path);
/// All names of scalars and arrays: "n", "particles.x".
std::vector<std::string> parameter_names(const KernelSpec& spec);
/// The path of a parameter; reports an unknown name, or a struct where a field is wanted.
std::optional<ParameterPath> find_parameter(Reading& reading, const std::string& name, const Location& where);

/// An expression over integer scalars of the signature.
std::optional<Expression> read_expression_over_scalars(Reading& reading, const Node& node, const std::string& what);
/// One expression or a list of `most` at most.
std::vector<Expression> read_expressions(Reading& reading, const Node& node, const std::string& what, std::size_t most);
/// The value of an expression without names; empty if it has names or overflows.
std::optional<std::int64_t> literal(const Expression& expression);

/// The generator of an input, with all its fields. `entry` is the input's map, `dtypes` its type per instantiation.
KindUse read_generator(Reading& reading, const Entry& entry, const KindRule& rule, const std::vector<DType>& dtypes,
                       bool is_scalar);
const KindRule* find_rule(const std::vector<KindRule>& rules, std::string_view name);
/// All fields of `rule` out of a map, with defaults filled in, in the order of the rule.
KindUse read_fields(Reading& reading, const Node& map, const Location& where, const KindRule& rule,
                    const std::string& owner, bool may_use_names);

/// `compare:`, `defined:` and `outside:` of an output.
void read_comparison(Reading& reading, const Fields& fields, const std::vector<DType>& dtypes, OutputSpec& output);
/// The names in them, once all outputs are read.
void check_comparisons(Reading& reading);

/// The tolerance of an output out of its `tolerance:`, `and:` and `reason:`.
Tolerance read_tolerance(Reading& reading, const Entry& entry, const Fields& fields, const std::vector<DType>& dtypes);

/// "'header' of struct 'Particles'".
std::string named(std::string_view key, const std::string& what);
/// The value of a key that takes one of some words, or `fallback`.
std::string word_or(Reading& reading, const Fields& fields, const Block& block, std::string_view key,
                    const std::string& fallback);
std::vector<std::string> texts_or_none(Reading& reading, const Fields& fields, std::string_view key);
std::vector<const Entry*> entries_or_none(Reading& reading, const Fields& fields, std::string_view key);

// The blocks of a file, in the order in which they must be read: structs and types before the signature that uses them,
// the signature before everything that names parameters, inputs before outputs.

/// The tree of a file with `device_function:` as one with `signature:` and everything that follows from it; any other
/// tree as it is.
Node expand_device_function(Reading& reading, const Node& root);
void read_name(Reading& reading, const Fields& file);
void read_types(Reading& reading, const Fields& file);
/// The structs of the file and of `cuda:`.
void read_all_structs(Reading& reading, const Fields& file);
void read_signature(Reading& reading, const Fields& file);
/// Type parameters and structs that the signature does not use.
void check_uses(Reading& reading, const Fields& file);
void read_inputs(Reading& reading, const Fields& file);
void read_outputs(Reading& reading, const Fields& file);
void read_launch(Reading& reading, const Fields& file);
void read_cuda(Reading& reading, const Fields& file);
void read_host(Reading& reading, const Fields& file);

/// Remembers NAME of captured inputs; reports one that is no name of a file.
void add_captured(Reading& reading, const std::string& name, const Location& where);

/// `properties:`, after inputs and outputs.
void read_properties(Reading& reading, const Fields& file);

/// `bench:`, checked in form.
BenchSpec read_bench(Reading& reading, const Node& node);

/// After everything is read: parameters that nothing is said about, and values that depend on themselves.
void check_coverage(Reading& reading);
void check_cycles(Reading& reading);
void check_extents(Reading& reading);

/// Over the meaning of a spec: not its formatting, `summary:` or `bench:`.
std::uint64_t hash_of(const KernelSpec& spec);

}  // namespace kparity::spec
