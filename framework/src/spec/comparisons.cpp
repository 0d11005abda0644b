// What of an output is compared with what: `compare:`, `defined:` and `outside:`. They name other arrays, which is
// checked once all of them are known.
#include <fmt/format.h>

#include <algorithm>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

std::vector<std::string> words_of(const std::vector<KindRule>& rules) {
  std::vector<std::string> words{std::string(elementwise)};
  for (const KindRule& rule : rules) words.push_back(rule.name);
  return words;
}

// "{keyed: ...}".
std::string written(const KindRule& rule) {
  return rule.fields.empty() ? rule.name : "{" + rule.name + ": ...}";
}

// The comparison that a word or a map with one key names.
const KindRule* comparison_rule(Reading& reading, const Node& node, const std::string& what) {
  const auto& rules = reading.vocabulary.comparisons;
  const bool is_map = node.kind == Node::Kind::map && node.entries.size() == 1;
  if (node.kind != Node::Kind::scalar && !is_map) {
    report(reading.problems, node.where,
           fmt::format("{} must be a word or a map with one key, not {}", what, what_is(node)));
    return nullptr;
  }
  const std::string& name = is_map ? node.entries.front().key : node.text;
  const KindRule* rule = find_rule(rules, name);
  if (!rule) {
    report(reading.problems, is_map ? node.entries.front().where : node.where,
           fmt::format("{}: unknown comparison '{}'{}", what, name, suggestion(name, words_of(rules), "there are")));
  } else if (rule->fields.empty() == is_map) {
    report(reading.problems, node.where, fmt::format("{}: write {}", what, written(*rule)));
    return nullptr;
  }
  return rule;
}

void check_type(Reading& reading, const KindRule& rule, const Node& node, const std::vector<DType>& dtypes,
                const OutputSpec& output) {
  for (const DType dtype : dtypes) {
    const bool applies = dtype == DType::boolean ? rule.for_booleans
                         : is_floating(dtype)    ? rule.for_floats
                                                 : rule.for_integers;
    if (applies) continue;
    report(
        reading.problems, node.where,
        fmt::format("comparison '{}' does not apply to {}, the type of '{}'", rule.name, c_name(dtype), output.name));
    return;
  }
}

void read_first(Reading& reading, const Node& node, const std::string& what, Defined& defined) {
  if (node.kind == Node::Kind::scalar && reading.has_signature()) {
    const auto path = find(reading.spec.instantiations.front(), node.text);
    if (path && at(reading.spec.instantiations.front(), *path).kind == ParameterKind::pointer) {
      defined.array = node.text;
      return;
    }
  }
  defined.count = read_expression_over_scalars(reading, node, what);
}

// [[1, ny-1], [1, nx-1]]
void read_region(Reading& reading, const Node& node, const std::string& what, const OutputSpec& output,
                 Defined& defined) {
  const auto is_range = [](const Node& range) { return range.kind == Node::Kind::list && range.items.size() == 2; };
  const bool is_list = node.kind == Node::Kind::list && std::all_of(node.items.begin(), node.items.end(), is_range);
  if (!is_list || (!output.shape.empty() && node.items.size() != output.shape.size())) {
    report(reading.problems, node.where,
           fmt::format("{}: 'region' must be a list of [from, to], one for each of the {} axes", what,
                       output.shape.size()));
    return;
  }
  for (const Node& range : node.items) {
    auto from = read_expression_over_scalars(reading, range.items[0], what);
    auto to = read_expression_over_scalars(reading, range.items[1], what);
    if (from && to) defined.region.push_back({std::move(*from), std::move(*to)});
  }
}

void read_defined(Reading& reading, const Node& node, OutputSpec& output) {
  const std::string what = fmt::format("'defined' of output '{}'", output.name);
  Defined& defined = output.defined;
  defined.where = node.where;
  if (node.kind == Node::Kind::scalar && node.text == "all") return;
  const bool is_map = node.kind == Node::Kind::map && node.entries.size() == 1;
  const std::string key = is_map ? node.entries.front().key : "";
  if (key == "first") {
    defined.kind = Defined::Kind::first;
    read_first(reading, node.entries.front().value, what, defined);
  } else if (key == "where") {
    defined.kind = Defined::Kind::where;
    const auto name = read_text(node.entries.front().value, what, reading.problems);
    if (name) defined.array = *name;
  } else if (key == "region") {
    defined.kind = Defined::Kind::region;
    read_region(reading, node.entries.front().value, what, output, defined);
  } else {
    report(reading.problems, node.where, what + " must be all, {first: ...}, {where: ...} or {region: ...}");
  }
}

bool is_array(const KernelSpec& spec, const std::string& name) {
  const auto path = find(spec.instantiations.front(), name);
  return path && at(spec.instantiations.front(), *path).kind == ParameterKind::pointer;
}

bool is_of_integers(const KernelSpec& spec, const std::string& name, bool or_booleans) {
  const auto dtypes = dtypes_of(spec, *find(spec.instantiations.front(), name));
  return std::all_of(dtypes.begin(), dtypes.end(),
                     [&](DType dtype) { return dtype == DType::boolean ? or_booleans : is_integer(dtype); });
}

// The extents of an array as text; those of an input or of an output.
std::string shape_of(const KernelSpec& spec, const std::string& name) {
  std::string text;
  const InputSpec* input = find_input(spec, name);
  const OutputSpec* output = find_output(spec, name);
  const std::vector<Expression> none;
  for (const Expression& extent : input ? input->shape : output ? output->shape : none) text += extent.text() + ";";
  std::erase(text, ' ');
  return text;
}

// What an array that `key` of `output` names must be; reports what is wrong.
void check_named(Reading& reading, const OutputSpec& output, const std::string& key, const std::string& name,
                 const Location& where, Names wanted) {
  const KernelSpec& spec = reading.spec;
  const auto problem = [&](const std::string& why) {
    report(reading.problems, where, fmt::format("'{}' of output '{}': {}", key, output.name, why));
  };
  if (!is_array(spec, name))
    return problem(fmt::format("'{}' is no array{}", name, did_you_mean(name, parameter_names(spec))));
  if (name == output.name) return problem("it names the output itself");
  const OutputSpec* other = find_output(spec, name);
  if (other && other->role == Role::scratch) return problem(fmt::format("'{}' is work space, never compared", name));
  if (wanted == Names::alike_output && !other) return problem(fmt::format("'{}' is no output", name));
  if (wanted == Names::input && (other || !find_input(spec, name)))
    return problem(fmt::format("'{}' is not only read, so its values may differ", name));
  if ((wanted == Names::alike || wanted == Names::alike_output) && shape_of(spec, name) != shape_of(spec, output.name))
    problem(fmt::format("'{}' has another shape than '{}'", name, output.name));
}

void check_names(Reading& reading, const OutputSpec& output, const std::string& key, const KindUse& use,
                 const std::vector<KindRule>& rules) {
  const KindRule* rule = find_rule(rules, use.kind);
  if (!rule) return;
  for (const FieldRule& field : rule->fields) {
    const Field* given = use.find(field.name);
    if (field.type != FieldType::word || !field.words.empty() || !given) continue;
    check_named(reading, output, key, std::get<std::string>(given->value), given->where, field.names);
    if (key == "tolerance" && (output.comparison.kind != elementwise || output.defined.kind != Defined::Kind::all))
      report(reading.problems, given->where,
             fmt::format("'{}' of output '{}' goes by the places of elements; it cannot stand beside 'compare' or "
                         "'defined'",
                         field.name, output.name));
  }
}

// A function of the author sees the output as it lies.
void check_alone(Reading& reading, const OutputSpec& output) {
  const KindRule* rule = find_rule(reading.vocabulary.tolerances, output.tolerance.form.kind);
  if (!rule || !rule->alone) return;
  if (output.comparison.kind == elementwise && output.defined.kind == Defined::Kind::all) return;
  report(reading.problems, output.tolerance.form.where,
         fmt::format("tolerance '{}' of output '{}' judges all of it in its order; it cannot stand beside 'compare' or "
                     "'defined'",
                     rule->name, output.name));
}

void check_defined(Reading& reading, const OutputSpec& output) {
  const Defined& defined = output.defined;
  if (defined.array.empty()) return;
  const bool is_where = defined.kind == Defined::Kind::where;
  check_named(reading, output, "defined", defined.array, defined.where, is_where ? Names::alike : Names::any);
  if (is_array(reading.spec, defined.array) && !is_of_integers(reading.spec, defined.array, is_where))
    report(reading.problems, defined.where,
           fmt::format("'defined' of output '{}': '{}' does not hold integers", output.name, defined.array));
}

}  // namespace

void read_comparison(Reading& reading, const Fields& fields, const std::vector<DType>& dtypes, OutputSpec& output) {
  const std::string what = fmt::format("'compare' of output '{}'", output.name);
  if (const Node* node = fields.find("compare"); node && node->text != elementwise) {
    if (const KindRule* rule = comparison_rule(reading, *node, what)) {
      check_type(reading, *rule, *node, dtypes, output);
      output.comparison =
          read_fields(reading, *node, node->where, *rule, fmt::format("comparison '{}'", rule->name), false);
    }
  }
  if (const Node* node = fields.find("defined")) read_defined(reading, *node, output);
  output.defined.untouched_outside = word_or(reading, fields, output_keys(), "outside", "untouched") == "untouched";
  if (const Node* node = fields.find("outside"); node && output.defined.kind == Defined::Kind::all)
    report(reading.problems, node->where,
           fmt::format("'outside' has no effect: all elements of '{}' are defined", output.name));
}

void check_comparisons(Reading& reading) {
  if (!reading.has_signature()) return;
  for (const OutputSpec& output : reading.spec.outputs) {
    check_names(reading, output, "compare", output.comparison, reading.vocabulary.comparisons);
    check_names(reading, output, "tolerance", output.tolerance.form, reading.vocabulary.tolerances);
    check_alone(reading, output);
    check_defined(reading, output);
  }
}

}  // namespace kparity::spec
