// The tables of keys. A new key is one line here and one where the reader takes it.
#include "keys.hpp"

namespace kparity::spec {

namespace {

Key key(std::string name, Value value, std::string doc) {
  return {std::move(name), value, std::move(doc)};
}

Key required(Key made) {
  made.required = true;
  return made;
}

Key word(std::string name, std::vector<std::string> words, std::string doc) {
  return {std::move(name), Value::word, std::move(doc), false, std::move(words)};
}

Key block(std::string name, const Block& inner, std::string doc) {
  return {std::move(name), Value::block, std::move(doc), false, {}, &inner};
}

Key blocks(std::string name, const Block& inner, std::string doc) {
  return {std::move(name), Value::blocks, std::move(doc), false, {}, &inner};
}

}  // namespace

const Block& input_keys() {
  static const Block keys{
      "input",
      {
          required(key("generate", Value::generator, "The generator; its fields stand beside it.")),
          key("shape", Value::expressions, "The extents of an array, over integer scalar inputs."),
          word("role", {"data", "size", "scratch"},
               "`size`: an integer that extents depend on; `scratch`: work space with these contents."),
          {"special",
           Value::words_or_names,
           "Values of an array beyond the bounds: a list of nan, inf, extreme, subnormal; or `none`.",
           false,
           {"none"}},
      }};
  return keys;
}

const Block& output_keys() {
  static const Block keys{
      "output",
      {
          key("shape", Value::expressions, "The extents; may be left out where an input of the same name gives them."),
          word("role", {"data", "scratch"}, "`scratch`: work space, never compared."),
          key("tolerance", Value::tolerance, "How close is close enough; `auto` is the default."),
          key("reason", Value::text, "Why this tolerance; needed for every tolerance of a floating-point output."),
          word("nan", {"match", "forbid", "any"}, "`match`: NaN equals NaN; `forbid` (default): a NaN fails."),
          word("inf", {"match", "forbid", "any", "may_be_largest_finite"},
               "`match` (default): infinities of the same sign are equal."),
          word("signed_zero", {"ignore", "match"}, "`match`: -0 differs from +0; `ignore` is the default."),
          word("determinism", {"none", "run_to_run"},
               "`none`: may differ from run to run; `run_to_run` is the default."),
          word("subnormal", {"detect", "preserve", "may_flush"},
               "`may_flush`: zero may stand for a subnormal number; `detect` is the default."),
          key("compare", Value::comparison, "What is compared with what; `elementwise` is the default."),
          key("defined", Value::defined, "Which elements have a meaning; `all` is the default."),
          word("outside", {"untouched", "unspecified"},
               "Elements that are not defined: `untouched` (default) or anything."),
          key("may_alias", Value::names, "Inputs that may lie at the same address as this output."),
          key("owner", Value::text, "Who decides about a stated tolerance."),
          key("until", Value::date, "The last day of a stated tolerance: 2027-03-01."),
          word("on_suspect", {"fail", "warn"},
               "`warn`: a difference that rounding in another order could explain passes; `fail` is the default."),
      }};
  return keys;
}

const std::vector<std::string>& special_values() {
  static const std::vector<std::string> values{"nan", "inf", "extreme", "subnormal"};
  return values;
}

const Block& cases_keys() {
  static const Block keys{
      "cases",
      {
          key("mandatory", Value::texts, "Families, or classes as `special.nan`, that a check must have drawn."),
      }};
  return keys;
}

const Block& renamed_keys() {
  static const Block keys{"renamed parameter",
                          {
                              required(key("as", Value::texts, "Other names that sources give it.")),
                              required(key("reason", Value::text, "Why they keep another name.")),
                          }};
  return keys;
}

const Block& launch_keys() {
  static const Block keys{
      "launch",
      {
          key("threads", Value::expressions,
              "One to three numbers of threads, over integer scalar inputs; or `function`, for `<kernel>_threads` in "
              "`<kernel>.cpp`."),
          key("block", Value::counts, "One to three extents of a block, 1024 threads at most; 128 is the default."),
          key("shared_memory", Value::expression, "Bytes of dynamic shared memory."),
      }};
  return keys;
}

const Block& cuda_keys() {
  static const Block keys{
      "cuda",
      {
          key("options", Value::texts, "Options for NVRTC."),
          key("include_dirs", Value::texts,
              "Folders of headers, relative to the kernel's folder; `[..]` is the default."),
          blocks("structs", struct_keys(), "As `structs` of the file."),
          key("template_args", Value::texts, "Arguments of a template kernel; deduced from its parameters by default."),
          word("dispatch", {"backend", "arrays"}, "What chooses the side of a call; `backend` is the default."),
          key("shared_memory", Value::expression, "As `shared_memory` of `launch`."),
      }};
  return keys;
}

const Block& implementation_keys() {
  static const Block keys{"host implementation",
                          {
                              key("flags", Value::texts, "Compiler flags for this implementation."),
                          }};
  return keys;
}

const Block& host_keys() {
  static const Block keys{"host",
                          {
                              key("flags", Value::texts, "Compiler flags for all host implementations."),
                              key("include_dirs", Value::texts, "Folders of headers, relative to the kernel's folder."),
                          }};
  return keys;
}

const Block& struct_keys() {
  static const Block keys{
      "struct",
      {
          required(key("header", Value::text, "The header that defines it, as a kernel file includes it.")),
          key("device_header", Value::text, "The header for the device that `kparity headers` writes from it."),
          required(key("fields", Value::texts, "C declarations of all fields in order: scalars and pointers.")),
      }};
  return keys;
}

const Block& device_function_keys() {
  static const Block keys{
      "device_function",
      {
          required(key("function", Value::text, "Its C declaration: double wrap(double x, double length).")),
          required(
              key("header", Value::text, "The header that defines it for the device, as a kernel file includes it.")),
          key("per_thread", Value::names, "Pointers with one element per thread; others are the same for all threads."),
      }};
  return keys;
}

const Block& expected_failure_keys() {
  static const Block keys{
      "expected failure",
      {
          required(key("reason", Value::text, "Why it fails.")),
          required(key("until", Value::date, "The day after which it counts as a failure: 2027-03-01.")),
      }};
  return keys;
}

const Block& exemption_keys() {
  static const Block keys{"exemption",
                          {
                              key("reason", Value::text, "Why it is not ported."),
                              key("owner", Value::text, "Who decides about it."),
                              key("until", Value::date, "The day after which it counts as unported: 2027-03-01."),
                          }};
  return keys;
}

const std::vector<std::string>& ignorable_findings() {
  static const std::vector<std::string> findings{"race", "uninitialised", "undefined"};
  return findings;
}

const Block& ignored_finding_keys() {
  static const Block keys{"ignored finding",
                          {
                              required(key("reason", Value::text, "Why it may stay.")),
                              key("arrays", Value::texts, "Only on these arrays and shared variables; all by default."),
                          }};
  return keys;
}

const Block& checker_keys() {
  static const Block keys{
      "checker",
      {
          blocks("ignore", ignored_finding_keys(), "Findings to ignore, by name: race, uninitialised, undefined."),
      }};
  return keys;
}

const Block& size_range_keys() {
  static const Block keys{"range of sizes",
                          {
                              required(key("from", Value::count, "The smallest size.")),
                              required(key("to", Value::count, "The largest size.")),
                              key("per_decade", Value::count, "Sizes per factor of ten; 1 is the default."),
                          }};
  return keys;
}

const Block& work_keys() {
  static const Block keys{
      "work",
      {
          key("reads", Value::expression, "Bytes read; `auto`: each input array once."),
          key("writes", Value::expression, "Bytes written; `auto`: each output array once."),
          key("flops", Value::flops, "Floating-point operations, one expression or one per type: {f64: 38*n}."),
          key("items", Value::expression, "Items per call."),
      }};
  return keys;
}

const Block& limits_keys() {
  static const Block keys{"limits",
                          {
                              key("device_memory", Value::bytes, "The most memory of the device: 2GiB."),
                              key("host_memory", Value::bytes, "The most memory of the host: 2GiB."),
                              key("seconds_per_point", Value::number, "The longest time for one point."),
                          }};
  return keys;
}

const Block& must_beat_host_keys() {
  static const Block keys{"must_beat_host",
                          {
                              required(key("at", Value::numbers, "The sizes: {n: 1000000}.")),
                              required(key("by", Value::number, "The factor.")),
                              word("counting", {"kernel", "copies", "call"}, "What is timed; `kernel` is the default."),
                          }};
  return keys;
}

const Block& gate_keys() {
  static const Block keys{
      "gate",
      {
          key("slower", Value::percent, "A slow-down that fails: 8%."),
          key("ignore_below", Value::duration, "Times too short to judge: 2us."),
          block("must_beat_host", must_beat_host_keys(), "A promise against the best host implementation."),
      }};
  return keys;
}

const Block& bench_keys() {
  static const Block keys{
      "bench",
      {
          key("sizes", Value::sizes, "Sizes by name; several names go together, or `grid: true` combines them."),
          key("fixed", Value::numbers, "Values of the other scalar inputs."),
          key("inputs", Value::text, "`constant` allows arrays that are mostly one value."),
          block("work", work_keys(), "What a call moves and computes."),
          word("cache", {"cold", "warm"},
               "The state of the caches; `cold` is the default, where there is memory for it."),
          key("modes", Value::texts, "What is timed of a device beside the kernel: copies, call; both by default."),
          {"restore",
           Value::words_or_names,
           "Outputs to restore between calls; `auto`: those read and written.",
           false,
           {"auto"}},
          key("at_ci", Value::counts, "The few sizes of a run in CI."),
          block("limits", limits_keys(), "Points beyond these are skipped with the reason."),
          block("gate", gate_keys(), "When a comparison fails."),
      }};
  return keys;
}

const Block& file_keys() {
  static const Block keys{
      "",
      {
          required(key("kernel", Value::text, "The kernel's name, that of its folder.")),
          key("summary", Value::text, "One line on what it computes."),
          required(
              key("signature", Value::text, "A C declaration: void axpy(double a, const double* x, double* y, int n)")),
          block("device_function", device_function_keys(),
                "Instead of `signature`: a `__device__` function to test, element by element."),
          key("types", Value::types, "Type parameters with their choices: {T: [float, double]}."),
          word("missing_cuda", {"raise", "fallback"},
               "What a call does without a CUDA version; `raise` is the default."),
          required(blocks("inputs", input_keys(), "All scalars and all arrays that are read, with their generators.")),
          required(blocks("outputs", output_keys(), "All arrays that are written, with their tolerances.")),
          block("launch", launch_keys(), "The default launch shape."),
          block("cuda", cuda_keys(), "How the CUDA version is compiled and called."),
          {"host", Value::host, "How host implementations are compiled, by name or for all.", false, {}, &host_keys()},
          blocks("structs", struct_keys(), "Structs of the signature, passed by value."),
          blocks("expected_failure", expected_failure_keys(), "Implementations known to fail, by name."),
          block("exempt", exemption_keys(), "That the kernel need not be ported; the gate wants all three."),
          key("renamed_from", Value::text, "The name of the kernel before, for comparisons with an older revision."),
          block("checker", checker_keys(), "What the checker of emulated kernels is to let pass."),
          key("unused", Value::reasons, "Inputs that do not influence any output, with the reason."),
          key("properties", Value::properties,
              "What holds for every right implementation, checked without the reference."),
          blocks("renamed", renamed_keys(), "Parameters that have another name in some source, by name."),
          block("cases", cases_keys(), "Which cases a check must have drawn."),
          block("bench", bench_keys(), "Sizes and work for the benchmark."),
      }};
  return keys;
}

const std::vector<PropertyRule>& property_rules() {
  using enum PropertyForm;
  static const std::vector<PropertyRule> rules{
      {"conserves", sums, "A sum over outputs is that of arrays before the call, plus sizes."},
      {"linear_in", names, "Outputs are linear in these inputs together, up to what they are without them."},
      {"permutation_invariant", names, "The same permutation of the elements of these inputs changes no output."},
      {"scale", numbers, "Inputs times these powers of two make outputs times theirs."},
      {"translation", numbers, "Adding these numbers to inputs adds theirs to outputs."},
      {"zero_input", names, "Where these inputs are zero, outputs are zero or keep their contents."},
  };
  return rules;
}

const Key* find_key(const Block& block, std::string_view name) {
  for (const Key& entry : block.keys) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

std::vector<std::string> names_of(const Block& block) {
  std::vector<std::string> names;
  for (const Key& entry : block.keys) names.push_back(entry.name);
  return names;
}

}  // namespace kparity::spec
