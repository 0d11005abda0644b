// From the tree of a spec file to its model: block by block, then the checks that need the whole. Problems are
// collected, so a part that cannot be read leaves its place in the model empty and the reading goes on.
#include "kparity/spec/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

constexpr std::size_t most_bytes = 1u << 20;
constexpr std::size_t most_dimensions = 8;
constexpr std::int64_t most_threads_per_block = 1024;
constexpr std::int64_t most_block_depth = 64;

// --- Small values ---

std::string named(std::string_view key, const std::string& what) {
  return fmt::format("'{}' of {}", key, what);
}

// The value of a key that takes one of some words, or `fallback`.
std::string word_or(Reading& reading, const Fields& fields, const Block& block, std::string_view key,
                    const std::string& fallback) {
  const Node* node = fields.find(key);
  if (!node) return fallback;
  const std::string what = fields.what().empty() ? fmt::format("'{}'", key) : named(key, fields.what());
  return read_word(*node, what, find_key(block, key)->words, reading.problems).value_or(fallback);
}

std::vector<std::string> texts_or_none(Reading& reading, const Fields& fields, std::string_view key) {
  const Node* node = fields.find(key);
  return node ? read_texts(*node, named(key, fields.what()), reading.problems) : std::vector<std::string>();
}

std::vector<const Entry*> entries_or_none(Reading& reading, const Fields& fields, std::string_view key) {
  const Node* node = fields.find(key);
  return node ? read_entries(*node, fmt::format("'{}'", key), reading.problems) : std::vector<const Entry*>();
}

// --- Name, types, structs, signature ---

// A kernel is called like its folder and its file, so a wrong `kernel:` is not held against the signature.
std::string expected_name(const KernelSpec& spec) {
  return std::filesystem::path(spec.file).stem().string();
}

void read_name(Reading& reading, const Fields& file) {
  KernelSpec& spec = reading.spec;
  if (const Node* node = file.find("summary")) {
    spec.summary = read_text(*node, "'summary'", reading.problems).value_or("");
  }
  const Node* node = file.find("kernel");
  if (!node) return;
  spec.kernel = read_text(*node, "'kernel'", reading.problems).value_or("");
  if (spec.kernel.empty()) return;
  if (const std::string why = why_no_name(spec.kernel); !why.empty()) {
    report(reading.problems, node->where, fmt::format("'kernel': {}", why));
  } else if (spec.kernel != expected_name(spec)) {
    report(reading.problems, node->where,
           fmt::format("kernel '{}' must be called like its folder and file, '{}'", spec.kernel, expected_name(spec)));
  }
}

TypeParameter read_type_parameter(Reading& reading, const Entry& entry) {
  TypeParameter type{entry.key, {}};
  const std::string what = fmt::format("type parameter '{}'", entry.key);
  if (const std::string why = why_no_name(entry.key); !why.empty())
    report(reading.problems, entry.where, "'types': " + why);
  if (scalar_named(entry.key))
    report(reading.problems, entry.where, fmt::format("'{}' is the name of a type", entry.key));
  if (entry.value.kind != Node::Kind::list || entry.value.items.empty()) {
    report(reading.problems, entry.value.where, fmt::format("{} needs a list of types, as [float, double]", what));
    return type;
  }
  for (const Node& item : entry.value.items) {
    const auto name = read_text(item, "a type of " + what, reading.problems);
    if (!name) continue;
    const auto dtype = scalar_named(*name);
    if (!dtype) {
      report(reading.problems, item.where,
             fmt::format("unknown type '{}'{}", *name, suggestion(*name, scalar_names(), "there are")));
    } else if (std::find(type.choices.begin(), type.choices.end(), *dtype) != type.choices.end()) {
      report(reading.problems, item.where, fmt::format("{} has {} twice", what, c_name(*dtype)));
    } else {
      type.choices.push_back(*dtype);
    }
  }
  return type;
}

void read_types(Reading& reading, const Fields& file) {
  for (const Entry* entry : entries_or_none(reading, file, "types")) {
    reading.spec.types.push_back(read_type_parameter(reading, *entry));
  }
}

std::vector<std::string> read_struct_fields(Reading& reading, const Node& node, const std::string& what) {
  const std::size_t before = reading.problems.size();
  std::vector<std::string> fields = read_texts(node, what, reading.problems);
  if (node.kind == Node::Kind::list && node.items.empty()) report(reading.problems, node.where, what + " is empty");
  std::vector<std::string> names;
  for (const Node& item : node.items) {
    if (item.kind != Node::Kind::scalar) continue;
    std::string name = check_field(item.text, reading.spec.types, item.text_where, item.verbatim, reading.problems);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      report(reading.problems, item.where, fmt::format("two fields are called '{}'", name));
    }
    if (!name.empty()) names.push_back(std::move(name));
  }
  if (reading.problems.size() > before) fields.clear();  // the signature can say nothing more about this struct
  return fields;
}

void read_structs(Reading& reading, const std::vector<const Entry*>& entries) {
  for (const Entry* entry : entries) {
    const std::string what = fmt::format("struct '{}'", entry->key);
    const auto same = [&](const StructSpec& other) { return other.name == entry->key; };
    const auto& structs = reading.spec.structs;
    if (const std::string why = why_no_name(entry->key); !why.empty())
      report(reading.problems, entry->where, "'structs': " + why);
    if (std::any_of(structs.begin(), structs.end(), same)) {
      report(reading.problems, entry->where, what + " is given in 'structs' of the file and in 'cuda'");
      continue;
    }
    const Fields fields(entry->value, struct_keys(), what, reading.problems);
    StructSpec structure{entry->key, "", {}, entry->where};
    if (const Node* node = fields.find("header")) {
      structure.header = read_text(*node, named("header", what), reading.problems).value_or("");
    }
    if (const Node* node = fields.find("fields")) {
      structure.fields = read_struct_fields(reading, *node, named("fields", what));
    }
    reading.spec.structs.push_back(std::move(structure));
  }
}

void check_uses(Reading& reading, const Fields& file) {
  if (!reading.has_signature()) return;
  const auto is_used = [](const std::vector<std::string>& used, const std::string& name) {
    return std::find(used.begin(), used.end(), name) != used.end();
  };
  for (const Entry* entry : entries_or_none(reading, file, "types")) {
    if (is_used(reading.declaration.used_types, entry->key)) continue;
    report(reading.problems, entry->where, fmt::format("type parameter '{}' is not used in the signature", entry->key));
  }
  for (const StructSpec& structure : reading.spec.structs) {
    if (is_used(reading.declaration.used_structs, structure.name)) continue;
    report(reading.problems, structure.where, fmt::format("struct '{}' is not used in the signature", structure.name));
  }
}

void read_signature(Reading& reading, const Fields& file) {
  KernelSpec& spec = reading.spec;
  const Node* node = file.find("signature");
  if (!node) return;
  const auto text = read_text(*node, "'signature'", reading.problems);
  if (!text) return;
  spec.signature_text = *text;
  spec.signature_where = node->text_where;
  reading.signature_is_verbatim = node->verbatim;
  reading.declaration =
      parse_declaration(*text, spec.types, spec.structs, node->text_where, node->verbatim, reading.problems);
  spec.instantiations = reading.declaration.instantiations;
  if (spec.instantiations.empty()) return;
  if (reading.declaration.kernel != expected_name(spec)) {
    Location where = node->text_where;
    if (node->verbatim) where.column += static_cast<int>(reading.declaration.kernel_offset);
    report(reading.problems, where,
           fmt::format("the signature declares '{}', but the kernel is '{}'", reading.declaration.kernel,
                       expected_name(spec)));
  }
  const std::vector<std::string> parameters = parameter_names(spec);
  for (const TypeParameter& type : spec.types) {
    if (std::find(parameters.begin(), parameters.end(), type.name) == parameters.end()) continue;
    report(reading.problems, node->where, fmt::format("'{}' names a type parameter and a parameter", type.name));
  }
}

// --- Inputs and outputs ---

// What the signature says about an input or output; empty where it does not know it or was not understood.
struct Subject {
  std::optional<ParameterPath> path;
  std::vector<DType> dtypes;
  bool is_scalar = false;
  bool is_const = false;
};

Subject subject_of(Reading& reading, const Entry& entry) {
  if (!reading.has_signature()) return {};
  const auto path = find_parameter(reading, entry.key, entry.where);
  if (!path) return {};
  const Parameter& parameter = at(reading.spec.instantiations.front(), *path);
  return {path, dtypes_of(reading.spec, *path), parameter.kind == ParameterKind::scalar, parameter.is_const};
}

std::vector<Expression> read_shape(Reading& reading, const Node& node, const std::string& what) {
  auto shape = read_expressions(reading, node, named("shape", what), most_dimensions);
  for (const Expression& extent : shape) {
    const auto value = literal(extent);
    if (value && *value < 0) {
      report(reading.problems, node.where, fmt::format("an extent of {} is negative: {}", what, extent.text()));
    }
  }
  return shape;
}

void check_role_size(Reading& reading, const InputSpec& input, const Subject& subject, const Location& where) {
  if (input.role != Role::size || !subject.path) return;
  const bool is_integer_scalar =
      subject.is_scalar && std::all_of(subject.dtypes.begin(), subject.dtypes.end(), is_integer);
  if (is_integer_scalar) return;
  report(reading.problems, where,
         fmt::format("'role: size' needs an integer scalar, and '{}' is {}", input.name,
                     subject.is_scalar ? "of type " + std::string(c_name(subject.dtypes.front())) : "an array"));
}

void check_role_scratch(Reading& reading, const InputSpec& input, const Subject& subject, const Location& where) {
  if (!subject.path || (!subject.is_scalar && !subject.is_const)) return;
  report(reading.problems, where,
         fmt::format("'role: scratch' needs an array that the kernel may write, and '{}' is {}", input.name,
                     subject.is_scalar ? "a scalar" : "const"));
}

void read_generator_of(Reading& reading, const Entry& entry, const Subject& subject, const KindRule* rule,
                       InputSpec& input) {
  if (!rule) return;
  input.generate = read_generator(reading, entry, *rule, subject.dtypes, subject.is_scalar);
}

// The rule that `generate:` names; reports an unknown one.
const KindRule* generator_rule(Reading& reading, const Entry& entry) {
  const std::string what = fmt::format("'generate' of input '{}'", entry.key);
  for (const Entry& key : entry.value.entries) {
    if (key.key != "generate") continue;
    const auto name = read_text(key.value, what, reading.problems);
    if (!name) return nullptr;
    const KindRule* rule = find_rule(reading.vocabulary.generators, *name);
    if (rule) return rule;
    std::vector<std::string> known;
    for (const KindRule& other : reading.vocabulary.generators) known.push_back(other.name);
    report(reading.problems, key.value.where,
           fmt::format("unknown generator '{}'{}", *name, suggestion(*name, known, "there are")));
    return nullptr;
  }
  return nullptr;
}

MoreKeys fields_of(const KindRule* rule) {
  if (!rule) return {"", {}, true};
  MoreKeys more{fmt::format("generator '{}'", rule->name), {}};
  for (const FieldRule& field : rule->fields) more.names.push_back(field.name);
  return more;
}

InputSpec read_input(Reading& reading, const Entry& entry) {
  const std::string what = fmt::format("input '{}'", entry.key);
  const Subject subject = subject_of(reading, entry);
  const KindRule* rule = generator_rule(reading, entry);
  const Fields fields(entry.value, input_keys(), what, reading.problems, fields_of(rule));
  InputSpec input;
  input.name = entry.key;
  input.where = entry.where;
  input.path = subject.path.value_or(ParameterPath{});
  read_generator_of(reading, entry, subject, rule, input);
  if (const Node* shape = fields.find("shape")) {
    input.shape = read_shape(reading, *shape, what);
    if (subject.path && subject.is_scalar)
      report(reading.problems, shape->where, fmt::format("'{}' is a scalar and has no shape", entry.key));
  } else if (subject.path && !subject.is_scalar) {
    report(reading.problems, entry.where, fmt::format("array '{}' needs a 'shape:'", entry.key));
  }
  const std::string role = word_or(reading, fields, input_keys(), "role", "data");
  if (role == "size") {
    input.role = Role::size;
    check_role_size(reading, input, subject, fields.find("role")->where);
  } else if (role == "scratch") {
    input.role = Role::scratch;
    check_role_scratch(reading, input, subject, fields.find("role")->where);
  }
  return input;
}

void read_inputs(Reading& reading, const Fields& file) {
  const Node* node = file.find("inputs");
  reading.has_inputs = node && node->kind == Node::Kind::map;
  for (const Entry* entry : entries_or_none(reading, file, "inputs")) {
    reading.spec.inputs.push_back(read_input(reading, *entry));
  }
}

std::string shape_text(const std::vector<Expression>& shape) {
  std::vector<std::string> extents;
  for (const Expression& extent : shape) {
    std::string text = extent.text();
    std::erase(text, ' ');
    extents.push_back(std::move(text));
  }
  return "[" + join(extents) + "]";
}

void read_output_shape(Reading& reading, const Fields& fields, const InputSpec* input, OutputSpec& output) {
  const Node* node = fields.find("shape");
  if (node) output.shape = read_shape(reading, *node, fields.what());
  if (!input) {
    if (!node && reading.has_inputs)
      report(reading.problems, output.where,
             fmt::format("output '{}' needs a 'shape:', since it is no input", output.name));
    return;
  }
  if (node && !output.shape.empty() && !input->shape.empty() && shape_text(output.shape) != shape_text(input->shape)) {
    report(reading.problems, node->where,
           fmt::format("the shape of output '{}' is {}, but that of the input is {}; give it once", output.name,
                       shape_text(output.shape), shape_text(input->shape)));
  }
  output.shape = input->shape;
}

void check_writable(Reading& reading, const Subject& subject, const OutputSpec& output) {
  if (!subject.path) return;
  if (subject.is_scalar) {
    report(reading.problems, output.where,
           fmt::format("'{}' is a scalar passed by value; only pointers can be outputs", output.name));
  } else if (subject.is_const) {
    report(reading.problems, output.where,
           fmt::format("'{}' points to const in the signature and cannot be an output", output.name));
  }
}

SpecialPolicy special_policy(const std::string& word) {
  return word == "match" ? SpecialPolicy::match : word == "any" ? SpecialPolicy::any : SpecialPolicy::forbid;
}

void read_policies(Reading& reading, const Fields& fields, const Subject& subject, OutputSpec& output) {
  const Block& block = output_keys();
  output.nan = special_policy(word_or(reading, fields, block, "nan", "forbid"));
  output.inf = special_policy(word_or(reading, fields, block, "inf", "match"));
  output.signed_zero = word_or(reading, fields, block, "signed_zero", "ignore") == "match";
  output.run_to_run = word_or(reading, fields, block, "determinism", "run_to_run") == "run_to_run";
  const bool is_floating_output = std::any_of(subject.dtypes.begin(), subject.dtypes.end(), is_floating);
  for (const std::string_view key : {"nan", "inf", "signed_zero"}) {
    const Node* node = fields.find(key);
    if (!node || is_floating_output || subject.dtypes.empty()) continue;
    report(reading.problems, node->where,
           fmt::format("'{}' is for floating-point outputs, and '{}' is of type {}", key, output.name,
                       c_name(subject.dtypes.front())));
  }
}

// Work space is never compared, so nothing may be said about how.
void refuse_comparison(Reading& reading, const Fields& fields) {
  for (const std::string_view key : {"tolerance", "reason", "nan", "inf", "signed_zero", "determinism"}) {
    if (const Node* node = fields.find(key)) {
      report(reading.problems, node->where, fmt::format("'{}' has no effect with 'role: scratch'", key));
    }
  }
}

OutputSpec read_output(Reading& reading, const Entry& entry) {
  const std::string what = fmt::format("output '{}'", entry.key);
  const Subject subject = subject_of(reading, entry);
  const Fields fields(entry.value, output_keys(), what, reading.problems);
  const InputSpec* input = find_input(reading.spec, entry.key);
  OutputSpec output;
  output.name = entry.key;
  output.where = entry.where;
  output.path = subject.path.value_or(ParameterPath{});
  output.also_input = input != nullptr;
  check_writable(reading, subject, output);
  if (entry.value.kind != Node::Kind::map) return output;
  if (!subject.is_scalar) read_output_shape(reading, fields, input, output);
  if (word_or(reading, fields, output_keys(), "role", "data") == "scratch") {
    output.role = Role::scratch;
    output.tolerance.form = {"exact", {}, entry.where};
    refuse_comparison(reading, fields);
  } else {
    output.tolerance = read_tolerance(reading, entry, fields, subject.dtypes);
    read_policies(reading, fields, subject, output);
  }
  return output;
}

// Work space with contents is declared among the inputs; whoever asks for work space finds it among the outputs.
void add_scratch_inputs(KernelSpec& spec) {
  for (const InputSpec& input : spec.inputs) {
    if (input.role != Role::scratch || find_output(spec, input.name)) continue;
    OutputSpec output;
    output.name = input.name;
    output.path = input.path;
    output.shape = input.shape;
    output.also_input = true;
    output.role = Role::scratch;
    output.tolerance.form = {"exact", {}, input.where};
    output.where = input.where;
    spec.outputs.push_back(std::move(output));
  }
}

void read_outputs(Reading& reading, const Fields& file) {
  const Node* node = file.find("outputs");
  if (!node) return;
  reading.has_outputs = node->kind == Node::Kind::map;
  for (const Entry* entry : entries_or_none(reading, file, "outputs")) {
    reading.spec.outputs.push_back(read_output(reading, *entry));
  }
  add_scratch_inputs(reading.spec);
  const auto is_compared = [](const OutputSpec& output) { return output.role != Role::scratch; };
  const auto& outputs = reading.spec.outputs;
  if (reading.has_outputs && std::none_of(outputs.begin(), outputs.end(), is_compared)) {
    report(reading.problems, node->where, "no output to compare; a kernel without outputs cannot be checked");
  }
}

// --- Launch, CUDA, host ---

void read_block(Reading& reading, const Node& node) {
  const std::string what = "'block' of launch";
  const bool is_list = node.kind == Node::Kind::list;
  if (is_list && (node.items.empty() || node.items.size() > 3)) {
    report(reading.problems, node.where, fmt::format("{} needs 1 to 3 numbers, not {}", what, node.items.size()));
    return;
  }
  std::vector<std::int64_t> extents;
  const std::size_t count = is_list ? node.items.size() : 1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto extent = read_integer(is_list ? node.items[i] : node, what, 1, reading.problems);
    if (!extent) return;
    extents.push_back(*extent);
  }
  std::int64_t threads = 1;
  for (const std::int64_t extent : extents)
    threads = std::min(extent, most_threads_per_block + 1) * std::min(threads, most_threads_per_block + 1);
  if (threads > most_threads_per_block) {
    report(reading.problems, node.where, fmt::format("{}: more than {} threads", what, most_threads_per_block));
  } else if (extents.size() == 3 && extents[2] > most_block_depth) {
    report(reading.problems, node.where,
           fmt::format("{}: the third number is at most {}, not {}", what, most_block_depth, extents[2]));
  } else {
    reading.spec.launch.block.assign(extents.begin(), extents.end());
  }
}

void read_threads(Reading& reading, const Node& node) {
  const bool is_function = node.kind == Node::Kind::scalar && node.text == "function";
  if (is_function && !(reading.has_signature() && find(reading.spec.instantiations.front(), "function"))) {
    report(reading.problems, node.where,
           fmt::format(
               "'threads: function' (a function {0}_threads in {0}.cpp) is not supported yet; give expressions, or "
               "leave 'threads' out and give a size at each call",
               reading.spec.kernel));
    return;
  }
  reading.spec.launch.threads = read_expressions(reading, node, "'threads' of launch", 3);
}

void read_shared_memory(Reading& reading, const Fields& fields) {
  const Node* node = fields.find("shared_memory");
  if (!node) return;
  if (reading.spec.launch.shared_memory) {
    report(reading.problems, node->where, "'shared_memory' is given in 'launch' and in 'cuda'");
    return;
  }
  reading.spec.launch.shared_memory =
      read_expression_over_scalars(reading, *node, named("shared_memory", fields.what()));
}

void read_launch(Reading& reading, const Fields& file) {
  const Node* node = file.find("launch");
  if (!node) return;
  const Fields fields(*node, launch_keys(), "launch", reading.problems);
  if (const Node* threads = fields.find("threads")) read_threads(reading, *threads);
  if (const Node* block = fields.find("block")) read_block(reading, *block);
  read_shared_memory(reading, fields);
}

void read_cuda(Reading& reading, const Fields& file) {
  KernelSpec& spec = reading.spec;
  spec.missing_cuda = word_or(reading, file, file_keys(), "missing_cuda", "raise") == "raise"
                          ? MissingCudaPolicy::raise
                          : MissingCudaPolicy::fallback;
  const Node* node = file.find("cuda");
  if (!node) return;
  const Fields fields(*node, cuda_keys(), "cuda", reading.problems);
  spec.cuda_options = texts_or_none(reading, fields, "options");
  spec.cuda_include_dirs = texts_or_none(reading, fields, "include_dirs");
  spec.cuda_template_args = texts_or_none(reading, fields, "template_args");
  spec.dispatch =
      word_or(reading, fields, cuda_keys(), "dispatch", "backend") == "backend" ? Dispatch::backend : Dispatch::arrays;
  read_shared_memory(reading, fields);
}

// The structs of the file and of `cuda:`, before the signature that uses them.
void read_all_structs(Reading& reading, const Fields& file) {
  read_structs(reading, entries_or_none(reading, file, "structs"));
  const Node* cuda = file.find("cuda");
  if (!cuda || cuda->kind != Node::Kind::map) return;
  for (const Entry& entry : cuda->entries) {
    if (entry.key == "structs") read_structs(reading, read_entries(entry.value, "'structs' of cuda", reading.problems));
  }
}

// Names beside the keys of `host:` are implementations; whether there is a file for each is not the spec's business.
void read_host(Reading& reading, const Fields& file) {
  const Node* node = file.find("host");
  if (!node) return;
  const Fields fields(*node, host_keys(), "host", reading.problems, {"", {}, true});
  reading.spec.host_include_dirs = texts_or_none(reading, fields, "include_dirs");
  if (auto flags = texts_or_none(reading, fields, "flags"); !flags.empty()) {
    reading.spec.host_flags.push_back({"", std::move(flags)});
  }
  for (const Entry& entry : node->entries) {
    if (find_key(host_keys(), entry.key)) continue;
    const std::string what = fmt::format("host implementation '{}'", entry.key);
    if (const std::string near = did_you_mean(entry.key, names_of(host_keys())); !near.empty()) {
      report(reading.problems, entry.where, fmt::format("unknown key '{}' of host{}", entry.key, near));
      continue;
    }
    if (const std::string why = why_no_name(entry.key); !why.empty())
      report(reading.problems, entry.where, "'host': " + why);
    const Fields inner(entry.value, implementation_keys(), what, reading.problems);
    if (entry.value.kind != Node::Kind::map) continue;
    reading.spec.host_flags.push_back({entry.key, texts_or_none(reading, inner, "flags")});
  }
}

// --- Policy ---

void read_expected_failures(Reading& reading, const Fields& file) {
  for (const Entry* entry : entries_or_none(reading, file, "expected_failure")) {
    const std::string what = fmt::format("expected failure '{}'", entry->key);
    if (const std::string why = why_no_name(entry->key); !why.empty()) {
      report(reading.problems, entry->where, "'expected_failure': " + why);
    } else if (entry->key == reference_name) {
      report(reading.problems, entry->where,
             "'expected_failure': reference judges the others and cannot be expected to fail");
    }
    const Fields fields(entry->value, expected_failure_keys(), what, reading.problems);
    ExpectedFailure failure{entry->key, "", "", entry->where};
    if (const Node* node = fields.find("reason")) {
      failure.reason = read_text(*node, named("reason", what), reading.problems).value_or("");
    }
    if (const Node* node = fields.find("until")) {
      failure.until = read_date(*node, named("until", what), reading.problems).value_or("");
    }
    reading.spec.expected_failures.push_back(std::move(failure));
  }
}

void read_unused(Reading& reading, const Fields& file) {
  const Node* node = file.find("unused");
  if (!node) return;
  std::vector<std::string> inputs;
  for (const InputSpec& input : reading.spec.inputs) inputs.push_back(input.name);
  std::vector<std::string>& unused = reading.spec.unused;
  read_texts(*node, "'unused'", reading.problems);
  for (const Node& item : node->items) {
    if (item.kind != Node::Kind::scalar) continue;
    if (std::find(inputs.begin(), inputs.end(), item.text) == inputs.end()) {
      report(reading.problems, item.where,
             fmt::format("'unused': '{}' is not an input{}", item.text, suggestion(item.text, inputs, "there are")));
    } else if (std::find(unused.begin(), unused.end(), item.text) != unused.end()) {
      report(reading.problems, item.where, fmt::format("'unused' lists '{}' twice", item.text));
    } else {
      unused.push_back(item.text);
    }
  }
}

// --- The whole ---

void sort_by_signature(KernelSpec& spec) {
  const auto before = [](const auto& a, const auto& b) {
    return std::tie(a.path.parameter, a.path.field) < std::tie(b.path.parameter, b.path.field);
  };
  std::stable_sort(spec.inputs.begin(), spec.inputs.end(), before);
  std::stable_sort(spec.outputs.begin(), spec.outputs.end(), before);
}

[[noreturn]] void throw_sorted(Problems problems) {
  const auto key = [](const Problem& p) { return std::tie(p.where.file, p.where.line, p.where.column, p.message); };
  std::sort(problems.begin(), problems.end(), [&](const Problem& a, const Problem& b) { return key(a) < key(b); });
  const auto same = [&](const Problem& a, const Problem& b) { return key(a) == key(b); };
  problems.erase(std::unique(problems.begin(), problems.end(), same), problems.end());
  throw SpecError(std::move(problems));
}

void read_file(Reading& reading, const Node& root) {
  const Fields file(root, file_keys(), "", reading.problems);
  if (root.kind != Node::Kind::map) return;
  read_name(reading, file);
  read_types(reading, file);
  read_all_structs(reading, file);
  read_signature(reading, file);
  check_uses(reading, file);
  read_inputs(reading, file);
  read_outputs(reading, file);
  read_launch(reading, file);
  read_cuda(reading, file);
  read_host(reading, file);
  read_expected_failures(reading, file);
  read_unused(reading, file);
  if (const Node* bench = file.find("bench")) reading.spec.bench = read_bench(reading, *bench);
  check_coverage(reading);
  check_cycles(reading);
  check_extents(reading);
}

std::string spec_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return path;
  const fs::path folder(path);
  const fs::path name = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
  const bool is_named = !name.empty() && name != "." && name != "..";
  const fs::path kernel = is_named ? name : fs::weakly_canonical(folder, ignored).filename();
  return (folder / kernel).string() + ".yaml";
}

void check_size(std::uintmax_t bytes, const std::string& file) {
  if (bytes <= most_bytes) return;
  throw SpecError({{{file, 1, 1}, fmt::format("the file has {} bytes; a spec has {} at most", bytes, most_bytes)}});
}

}  // namespace

KernelSpec read(const std::string& path, const Vocabulary& vocabulary) {
  const std::string file = spec_path(path);
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw FileNotFound(fmt::format("spec file '{}' does not exist", file));
  if (!std::filesystem::is_regular_file(status)) throw FileNotFound(fmt::format("'{}' is not a file", file));
  check_size(std::filesystem::file_size(file, error), file);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw FileNotFound(fmt::format("spec file '{}' cannot be read", file));
  return read_text(std::string(std::istreambuf_iterator<char>(stream), {}), file, vocabulary);
}

KernelSpec read_text(const std::string& text, const std::string& path, const Vocabulary& vocabulary) {
  check_size(text.size(), path);
  Reading reading{vocabulary, {}, {}, {}, false};
  reading.spec.file = path;
  reading.spec.folder = std::filesystem::path(path).parent_path().string();
  if (reading.spec.folder.empty()) reading.spec.folder = ".";
  read_file(reading, read_yaml(text, path));
  if (!reading.problems.empty()) throw_sorted(std::move(reading.problems));
  sort_by_signature(reading.spec);
  reading.spec.hash = hash_of(reading.spec);
  return std::move(reading.spec);
}

}  // namespace kparity::spec
