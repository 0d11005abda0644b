// The finished, valid, immutable model of a spec file. Whoever holds a KernelSpec needs no further checks: names exist,
// kinds and fields are known, shapes are acyclic, signatures are parsed for every instantiation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/definition.hpp"
#include "kparity/signature.hpp"
#include "kparity/spec/problem.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::spec {

enum class Role : std::uint8_t { data, size, scratch };

/// `types: {T: [float, double]}`.
struct TypeParameter {
  std::string name;
  std::vector<DType> choices;
};

struct InputSpec {
  std::string name;  // "x", "particles.x"
  ParameterPath path;
  KindUse generate;
  std::vector<Expression> shape;  // empty for scalars
  Role role = Role::data;
  bool nothing_special = false;      // `special: none`
  std::vector<std::string> special;  // beyond the generator's bounds: "nan", "inf", "extreme", "subnormal"
  Location where;
};

enum class SpecialPolicy : std::uint8_t {
  match,
  forbid,
  any,
  or_largest,  // infinities only: as match, and an infinity equals the largest finite number of its sign
};

enum class SubnormalPolicy : std::uint8_t {
  detect,     // what the derived bound says of the implementation under test
  preserve,   // zero is no stand-in for a subnormal number
  may_flush,  // it is
};

struct Tolerance {
  KindUse form;                             // exact, ulp, rel/abs, norm, ...
  std::optional<KindUse> elementwise = {};  // the `and:` of a norm, of outliers, of a discontinuity
  std::optional<KindUse> within = {};       // what the elements that miss `and` are held to, where some may
  std::string reason = {};                  // required for every override
  std::string owner = {}, until = {};       // of an override: who decides about it, and its last day ("2027-03-01")
  bool suspect_passes = false;              // on_suspect: warn
};

/// `defined:`: which elements of an output have a meaning.
struct Defined {
  enum class Kind : std::uint8_t {
    all,
    first,   // so many from the start, as an expression or element 0 of an array of integers says
    where,   // those at which an array of integers or booleans is not zero
    region,  // from one index up to another, which is not in it, on every axis
  };
  struct Range {
    Expression from, to;
  };
  Kind kind = Kind::all;
  std::string array;                // for `where`, and for `first` where an array says it
  std::optional<Expression> count;  // for `first` otherwise
  std::vector<Range> region;        // one per axis
  bool untouched_outside = true;    // the other elements keep their initial contents
  Location where;
};

struct OutputSpec {
  std::string name;
  ParameterPath path;
  std::vector<Expression> shape;  // that of the input of the same name where it is both
  bool also_input = false;        // read and written
  Role role = Role::data;         // scratch: work space, never compared
  Tolerance tolerance;
  SpecialPolicy nan = SpecialPolicy::forbid;  // match: NaN equals NaN; forbid: a NaN fails; any: not compared
  SpecialPolicy inf = SpecialPolicy::match;
  bool signed_zero = false;  // true: -0 differs from +0
  SubnormalPolicy subnormal = SubnormalPolicy::detect;
  KindUse comparison{std::string(elementwise), {}, {}};  // `compare:`
  Defined defined;
  bool run_to_run = true;              // determinism: run_to_run; false: none
  std::vector<std::string> may_alias;  // inputs that may lie at the same address
  Location where;
};

struct ExpectedFailure {
  std::string implementation;
  std::string reason;
  std::string until;  // "2027-03-01"
  Location where;
};

/// `exempt:`: the kernel need not be ported, until a day. What is missing of it is empty; the gate says so.
struct Exemption {
  std::string reason, owner;
  std::string until;  // "2027-03-01"
  Location where;
};

/// `unused:`, one entry: an input that is declared not to influence any output.
struct UnusedInput {
  std::string name;
  std::string reason;
  Location where;
};

/// `properties:`, one entry: what holds for the kernel whatever its reference computes.
struct Property {
  struct Named {
    std::string name;
    double number = 1;  // of `scale` and `translation`
  };
  std::string kind;              // "linear_in"
  std::vector<Named> names;      // inputs; of `scale` and `translation` outputs as well; of `conserves` what is summed
  std::vector<std::string> was;  // of `conserves`: what the sum is that of, before the call
  std::vector<Expression> plus;  // of `conserves`: sizes that are added to it
  std::string text;              // "linear_in: x", as reports name it
  Location where;
};

/// `structs:`, one entry.
struct StructSpec {
  std::string name;                 // "Particles"
  std::string header;               // as a kernel file includes it
  std::vector<std::string> fields;  // C declarations: "T* x", "int n"
  Location where;
  std::string device_header;  // what `kparity headers` writes from it, in the kernel's folder; empty: nothing
};

/// `host: {openmp: {flags: [...]}}`; the entry named "" applies to all.
struct HostFlags {
  std::string implementation;
  std::vector<std::string> flags;
};

/// `bench: {sizes: {n: [...]}}`, one name with its sizes in the order of the file; a range is expanded.
struct BenchSizes {
  std::string name;
  std::vector<std::int64_t> values;
  Location where;
};

/// `bench: {fixed: {dt: 0.01}}`: a literal expression for integer scalars, else a number.
struct BenchValue {
  std::string name;
  Real value;
};

/// `work: {flops: {f64: 38*n}}`; `type` is "" where one expression holds for all types.
struct BenchFlops {
  std::string type;
  Expression count;
};

/// `gate: {must_beat_host: {at: {n: 1000000}, by: 10}}`.
struct BenchPromise {
  std::vector<BenchValue> at;
  double by = 1;
  std::string counting = "kernel";
  Location where;
};

/// What `bench:` says.
struct BenchSpec {
  std::vector<BenchSizes> sizes;
  bool grid = false;  // all combinations of sizes; false: first with first, second with second
  std::vector<BenchValue> fixed;
  std::optional<Expression> reads, writes;  // bytes; empty: derived from the arguments
  std::vector<BenchFlops> flops;
  std::optional<Expression> items;
  std::optional<BenchPromise> must_beat_host;
  std::vector<std::int64_t> at_ci;  // of the sizes of the first name, those that a quick run keeps; empty: all
  std::optional<std::uint64_t> host_memory, device_memory;  // most bytes of the arrays of a call
  std::optional<double> seconds_per_point;                  // most time for one case
  std::optional<double> slower, ignore_below;               // `gate:`: the share that counts; seconds that do not
  bool warm = false;                                        // `cache: warm`: calls use the same arrays again
  bool constant_inputs = false;                             // `inputs: constant`: arrays may hold one value
  bool copies = true, call = true;                          // `modes`: what is timed of a device beside the kernel
  std::optional<std::vector<std::string>> restore;          // outputs to restore; empty: those read and written
};

/// `checker:`, `ignore:`: what the checker finds and the author of the kernel has reasons to keep.
struct IgnoredFinding {
  std::string finding;              // "race"
  std::vector<std::string> arrays;  // empty: all
  std::string reason;
  Location where;
};

/// `device_function:`; see device_function.hpp. The signature of the spec is that of a loop over it: the number of
/// elements, its own parameters, and its result.
struct DeviceFunction {
  /// How an argument of the function is made from that of the kernel.
  enum class Use : std::uint8_t {
    element,     // a scalar: one element per thread of an array
    per_thread,  // a pointer to this thread's element of an array
    shared,      // a pointer, the same for all threads
    whole,       // a structure by value, the same for all threads
  };
  std::string name;     // "wrap"
  std::string header;   // where the device finds it, as a `.cu` file includes it
  std::string text;     // the declaration in the spec
  std::string returns;  // as written there
  std::vector<Use> uses;
  Location where;
};

/// `renamed:`, one entry: other names that sources give a parameter.
struct Renamed {
  std::string parameter;
  std::vector<std::string> as;
  std::string reason;
  Location where;
};

/// `cases: {mandatory: [...]}`, one entry: a family or a class of it that a check must have drawn.
struct MandatoryClass {
  std::string name;  // "alias", "special.nan"
  Location where;
};

struct KernelSpec {
  std::string kernel;
  std::string summary;
  std::string file;  // the YAML
  std::string folder;
  std::string signature_text;
  Location signature_where;
  std::vector<TypeParameter> types;
  std::vector<Signature> instantiations;  // at least one
  MissingCudaPolicy missing_cuda = MissingCudaPolicy::raise;
  Dispatch dispatch = Dispatch::backend;
  std::vector<InputSpec> inputs;    // in the order of the signature
  std::vector<OutputSpec> outputs;  // in the order of the signature
  LaunchRule launch;
  std::vector<std::string> cuda_options;
  std::vector<std::string> cuda_include_dirs{".."};  // the folder of the kernel folders, unless the spec names others
  std::vector<std::string> cuda_template_args;       // empty: the compiler deduces them
  std::optional<Location> threads_function;  // where `threads: function` stands: `<kernel>_threads` in `<kernel>.cpp`
  std::vector<StructSpec> structs;
  std::vector<HostFlags> host_flags;
  std::vector<std::string> host_include_dirs;
  std::vector<ExpectedFailure> expected_failures;
  std::vector<IgnoredFinding> ignored_findings;
  std::optional<Exemption> exempt;
  std::string renamed_from;  // the name of the kernel before; empty if it never had another
  std::vector<UnusedInput> unused;
  std::vector<Property> properties;
  std::vector<MandatoryClass> mandatory;
  std::vector<Renamed> renamed;
  /// Integers that the sources of the kernel compare with or step by, for sizes at edges (size_constants.hpp). Of the
  /// folder, not of the file: whoever knows the folder fills it in.
  std::vector<std::int64_t> source_constants;
  std::optional<BenchSpec> bench;
  std::optional<DeviceFunction> device_function;
  std::uint64_t hash = 0;  // over the meaning of the file without `bench:` and `summary:`; in every token
};

const InputSpec* find_input(const KernelSpec& spec, std::string_view name);
const OutputSpec* find_output(const KernelSpec& spec, std::string_view name);

}  // namespace kparity::spec
