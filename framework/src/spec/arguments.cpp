// The inputs and outputs of a spec: for each the generator or tolerance, shape and policies, checked against its
// parameter.
#include <fmt/format.h>

#include <algorithm>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

constexpr std::size_t most_dimensions = 8;

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

bool is_floating_array(const Subject& subject) {
  return !subject.is_scalar && std::any_of(subject.dtypes.begin(), subject.dtypes.end(), is_floating);
}

void read_special(Reading& reading, const Fields& fields, const Subject& subject, InputSpec& input) {
  const Node* node = fields.find("special");
  if (!node) return;
  if (node->kind == Node::Kind::scalar) {
    input.nothing_special = node->text == "none";
    if (!input.nothing_special)
      report(reading.problems, node->where,
             fmt::format("{} must be 'none' or a list of {}, not '{}'", named("special", fields.what()),
                         join(special_values()), node->text));
    return;
  }
  input.special = read_texts(*node, named("special", fields.what()), reading.problems);
  for (const std::string& value : input.special)
    if (std::find(special_values().begin(), special_values().end(), value) == special_values().end())
      report(reading.problems, node->where,
             fmt::format("{}: '{}' is no special value{}", named("special", fields.what()), value,
                         suggestion(value, special_values(), "there are")));
  if (subject.path && !is_floating_array(subject))
    report(reading.problems, node->where,
           fmt::format("{}: only arrays of floating-point numbers hold these, and '{}' is {}",
                       named("special", fields.what()), input.name, subject.is_scalar ? "a scalar" : "none"));
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
  if (rule) input.generate = read_generator(reading, entry, *rule, subject.dtypes, subject.is_scalar);
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
  read_special(reading, fields, subject, input);
  return input;
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
  if (word == "may_be_largest_finite") return SpecialPolicy::or_largest;
  return word == "match" ? SpecialPolicy::match : word == "any" ? SpecialPolicy::any : SpecialPolicy::forbid;
}

void read_policies(Reading& reading, const Fields& fields, const Subject& subject, OutputSpec& output) {
  const Block& block = output_keys();
  output.nan = special_policy(word_or(reading, fields, block, "nan", "forbid"));
  output.inf = special_policy(word_or(reading, fields, block, "inf", "match"));
  output.signed_zero = word_or(reading, fields, block, "signed_zero", "ignore") == "match";
  const std::string subnormal = word_or(reading, fields, block, "subnormal", "detect");
  output.subnormal = subnormal == "preserve"    ? SubnormalPolicy::preserve
                     : subnormal == "may_flush" ? SubnormalPolicy::may_flush
                                                : SubnormalPolicy::detect;
  output.run_to_run = word_or(reading, fields, block, "determinism", "run_to_run") == "run_to_run";
  const bool is_floating_output = std::any_of(subject.dtypes.begin(), subject.dtypes.end(), is_floating);
  for (const std::string_view key : {"nan", "inf", "signed_zero", "subnormal"}) {
    const Node* node = fields.find(key);
    if (!node || is_floating_output || subject.dtypes.empty()) continue;
    report(reading.problems, node->where,
           fmt::format("'{}' is for floating-point outputs, and '{}' is of type {}", key, output.name,
                       c_name(subject.dtypes.front())));
  }
}

// Work space is never compared, so nothing may be said about how.
void refuse_comparison(Reading& reading, const Fields& fields) {
  for (const std::string_view key : {"tolerance", "reason", "nan", "inf", "signed_zero", "subnormal", "determinism",
                                     "compare", "defined", "outside", "may_alias", "owner", "until", "on_suspect"}) {
    if (const Node* node = fields.find(key)) {
      report(reading.problems, node->where, fmt::format("'{}' has no effect with 'role: scratch'", key));
    }
  }
}

// Two arrays at one address have the same elements.
std::string why_no_alias(const Reading& reading, const OutputSpec& output, const Subject& subject,
                         const std::string& name) {
  const InputSpec* input = find_input(reading.spec, name);
  if (!input) {
    std::vector<std::string> known;
    for (const InputSpec& other : reading.spec.inputs)
      if (!other.shape.empty()) known.push_back(other.name);
    return fmt::format("'{}' is not an input{}", name, suggestion(name, known, "arrays are"));
  }
  if (input->name == output.name) return fmt::format("'{}' is the output itself", name);
  if (input->shape.empty()) return fmt::format("'{}' is a scalar", name);
  if (find_output(reading.spec, name) || !at(reading.spec.instantiations.front(), input->path).is_const)
    return fmt::format("'{}' is written, too", name);
  if (dtypes_of(reading.spec, input->path) != subject.dtypes) return fmt::format("'{}' has another type", name);
  if (shape_text(input->shape) != shape_text(output.shape))
    return fmt::format("'{}' has the shape {}, and the output {}", name, shape_text(input->shape),
                       shape_text(output.shape));
  return "";
}

void read_aliases(Reading& reading, const Fields& fields, const Subject& subject, OutputSpec& output) {
  const Node* node = fields.find("may_alias");
  if (!node) return;
  output.may_alias = read_texts(*node, named("may_alias", fields.what()), reading.problems);
  if (output.defined.kind != Defined::Kind::all)
    report(
        reading.problems, node->where,
        fmt::format("{}: all elements must be `defined`, since the others keep what they held, and that is the input",
                    named("may_alias", fields.what())));
  if (!subject.path || !reading.has_inputs) return;
  for (const std::string& name : output.may_alias)
    if (const std::string why = why_no_alias(reading, output, subject, name); !why.empty())
      report(reading.problems, node->where, fmt::format("{}: {}", named("may_alias", fields.what()), why));
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
    read_comparison(reading, fields, subject.dtypes, output);
    read_aliases(reading, fields, subject, output);
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

}  // namespace

void read_inputs(Reading& reading, const Fields& file) {
  const Node* node = file.find("inputs");
  reading.has_inputs = node && node->kind == Node::Kind::map;
  for (const Entry* entry : entries_or_none(reading, file, "inputs")) {
    reading.spec.inputs.push_back(read_input(reading, *entry));
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
  if (reading.has_outputs && !reading.device_function_failed &&
      std::none_of(outputs.begin(), outputs.end(), is_compared)) {
    report(reading.problems, node->where, "no output to compare; a kernel without outputs cannot be checked");
  }
}

}  // namespace kparity::spec
