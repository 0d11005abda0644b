// Generators, tolerances and comparisons: a kind out of the vocabulary with its fields, every one checked against its
// rule.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

std::vector<std::string> names_of(const std::vector<KindRule>& rules) {
  std::vector<std::string> names;
  for (const KindRule& rule : rules) names.push_back(rule.name);
  return names;
}

std::vector<std::string> field_names(const KindRule& rule) {
  std::vector<std::string> names;
  for (const FieldRule& field : rule.fields) names.push_back(field.name);
  return names;
}

bool has_field(const KindRule& rule, std::string_view name) {
  const auto same = [name](const FieldRule& field) { return field.name == name; };
  return std::any_of(rule.fields.begin(), rule.fields.end(), same);
}

bool needs_fields(const KindRule& rule) {
  return std::any_of(rule.fields.begin(), rule.fields.end(), [](const FieldRule& field) { return field.required; });
}

// The parts of "a*x" without blanks; an empty one where a name is missing.
std::vector<std::string> factors_of(const std::string& text) {
  std::vector<std::string> names(1);
  for (const char c : text) {
    if (c == '*') {
      names.emplace_back();
    } else if (c != ' ') {
      names.back() += c;
    }
  }
  return names;
}

// --- Values of fields ---

// Reads fields of one kind. A tolerance that mostly means the same in every case takes no names.
class FieldReader {
 public:
  FieldReader(Reading& reading, std::string owner, bool may_use_names)
      : reading_(reading), owner_(std::move(owner)), may_use_names_(may_use_names) {}

  std::optional<FieldValue> read(const FieldRule& rule, const Node& node) {
    const std::string what = fmt::format("'{}' of {}", rule.name, owner_);
    switch (rule.type) {
      case FieldType::real: return real(rule, node, what);
      case FieldType::integer: return integer(rule, node, what);
      case FieldType::boolean: return wrapped(read_boolean(node, what, reading_.problems));
      case FieldType::word: return word(rule, node, what);
      case FieldType::product: return product(node, what);
      case FieldType::function: return function(node, what);
    }
    __builtin_unreachable();
  }

 private:
  template <class T>
  static std::optional<FieldValue> wrapped(std::optional<T> value) {
    if (!value) return std::nullopt;
    return FieldValue(std::move(*value));
  }

  std::optional<FieldValue> real(const FieldRule& rule, const Node& node, const std::string& what) {
    const bool is_scalar = node.kind == Node::Kind::scalar;
    const bool is_expression = is_scalar && !to_number(node.text) && why_no_number(node.text).empty();
    if (!is_expression || !may_use_names(rule)) {
      const auto number = read_number(node, what, reading_.problems);
      if (!number || !check_bounds(rule, *number, node, what)) return std::nullopt;
      return FieldValue(Real(*number));
    }
    auto expression = read_expression_over_scalars(reading_, node, what);
    if (!expression) return std::nullopt;
    return FieldValue(Real(std::move(*expression)));
  }

  std::optional<FieldValue> integer(const FieldRule& rule, const Node& node, const std::string& what) {
    auto expression = may_use_names(rule) ? read_expression_over_scalars(reading_, node, what)
                                          : read_expression(node, what, reading_.problems);
    if (!expression) return std::nullopt;
    if (!may_use_names(rule) && !expression->names().empty()) {
      report(reading_.problems, node.where, fmt::format("{} must be an integer, not '{}'", what, node.text));
      return std::nullopt;
    }
    const auto value = literal(*expression);
    if (value && !check_bounds(rule, static_cast<double>(*value), node, what)) return std::nullopt;
    return FieldValue(std::move(*expression));
  }

  std::optional<FieldValue> word(const FieldRule& rule, const Node& node, const std::string& what) {
    if (!rule.words.empty()) return wrapped(read_word(node, what, rule.words, reading_.problems));
    auto name = read_text(node, what, reading_.problems);
    if (name && reading_.has_signature() && !find_parameter(reading_, *name, node.where)) return std::nullopt;
    return wrapped(std::move(name));
  }

  // Inputs of floating-point type, since only they have sizes that a rounding goes with.
  std::optional<FieldValue> product(const Node& node, const std::string& what) {
    const auto text = read_text(node, what, reading_.problems);
    if (!text) return std::nullopt;
    std::string names;
    for (const std::string& name : factors_of(*text)) {
      if (name.empty()) {
        report(reading_.problems, node.where,
               fmt::format("{} must be names of inputs with '*' between them, not '{}'", what, *text));
        return std::nullopt;
      }
      names += (names.empty() ? "" : "*") + name;
      if (!reading_.has_signature()) continue;
      const auto path = find_parameter(reading_, name, node.where);
      if (!path) return std::nullopt;
      const std::vector<DType> dtypes = dtypes_of(reading_.spec, *path);
      if (!find_input(reading_.spec, name) || !std::all_of(dtypes.begin(), dtypes.end(), is_floating)) {
        report(reading_.problems, node.where,
               fmt::format("{} names '{}', which is no floating-point input", what, name));
        return std::nullopt;
      }
    }
    return FieldValue(std::move(names));
  }

  std::optional<FieldValue> function(const Node& node, const std::string& what) {
    auto name = read_text(node, what, reading_.problems);
    if (!name) return std::nullopt;
    if (const std::string why = why_no_name(*name); !why.empty()) {
      report(reading_.problems, node.where, fmt::format("{} is no name of a function: {}", what, why));
      return std::nullopt;
    }
    return FieldValue(std::move(*name));
  }

  bool may_use_names(const FieldRule& rule) const { return may_use_names_ || rule.over_sizes; }

  bool check_bounds(const FieldRule& rule, double value, const Node& node, const std::string& what) {
    std::string wanted;
    if (rule.at_least && value < *rule.at_least) wanted = fmt::format("at least {}", *rule.at_least);
    if (rule.above && value <= *rule.above) wanted = fmt::format("greater than {}", *rule.above);
    if (rule.at_most && value > *rule.at_most) wanted = fmt::format("at most {}", *rule.at_most);
    if (wanted.empty()) return true;
    report(reading_.problems, node.where, fmt::format("{} must be {}, not {}", what, wanted, node.text));
    return false;
  }

  Reading& reading_;
  std::string owner_;
  bool may_use_names_;
};

Node node_from_rule(const FieldRule& rule, const Location& where) {
  Node node;
  node.kind = Node::Kind::scalar;
  node.text = rule.fallback;
  node.where = node.text_where = where;
  return node;
}

}  // namespace

KindUse read_fields(Reading& reading, const Node& map, const Location& where, const KindRule& rule,
                    const std::string& owner, bool may_use_names) {
  FieldReader reader(reading, owner, may_use_names);
  KindUse use{rule.name, {}, where};
  std::vector<std::string> known = field_names(rule);
  for (const Key& key : input_keys().keys) known.push_back(key.name);  // those stand beside a generator's fields
  for (const FieldRule& field : rule.fields) {
    const auto same = [&](const Entry& entry) { return entry.key == field.name; };
    const auto given = std::find_if(map.entries.begin(), map.entries.end(), same);
    if (given != map.entries.end()) {
      const auto is_needed = [&](const Entry& entry) { return entry.key == field.only_with; };
      if (!field.only_with.empty() && std::none_of(map.entries.begin(), map.entries.end(), is_needed))
        report(reading.problems, given->where,
               fmt::format("'{}' of {} has no effect without '{}'", field.name, owner, field.only_with));
      if (auto value = reader.read(field, given->value)) use.fields.push_back({field.name, *value, given->value.where});
    } else if (field.required && !is_misspelt(map, field.name, known)) {
      report(reading.problems, where, fmt::format("{} needs the field '{}'", owner, field.name));
    } else if (!field.required && !field.fallback.empty()) {
      auto value = reader.read(field, node_from_rule(field, where));
      if (value) use.fields.push_back({field.name, *value, where});
    }
  }
  return use;
}

namespace {

// --- Kinds against types ---

bool applies(const KindRule& rule, DType dtype) {
  if (dtype == DType::boolean) return rule.for_booleans;
  return is_floating(dtype) ? rule.for_floats : rule.for_integers;
}

std::vector<std::string> kinds_for(const std::vector<KindRule>& rules, DType dtype, bool is_scalar) {
  std::vector<std::string> names;
  for (const KindRule& rule : rules) {
    if (applies(rule, dtype) && (is_scalar ? rule.for_scalars : rule.for_arrays)) names.push_back(rule.name);
  }
  return names;
}

std::optional<double> number_of(const KindUse& use, std::string_view name) {
  const Field* field = use.find(name);
  if (!field) return std::nullopt;
  if (const auto* expression = std::get_if<Expression>(&field->value)) {
    const auto value = literal(*expression);
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  }
  if (const auto* real = std::get_if<Real>(&field->value)) {
    if (const auto* value = std::get_if<double>(real)) return *value;
  }
  return std::nullopt;
}

// The largest and smallest value of a type as double; exact enough to tell a bound that cannot be meant.
struct Range {
  double least, most;
};

Range range_of(DType dtype) {
  return visit_dtype(dtype, []<class T>(std::type_identity<T>) {
    return Range{static_cast<double>(std::numeric_limits<T>::lowest()),
                 static_cast<double>(std::numeric_limits<T>::max())};
  });
}

void check_bounds_fit(Reading& reading, const KindUse& use, const std::vector<DType>& dtypes) {
  for (const std::string_view name : {"value", "min", "max"}) {
    const auto value = number_of(use, name);
    for (const DType dtype : dtypes) {
      const Range range = range_of(dtype);
      if (!value || dtype == DType::boolean || (*value >= range.least && *value <= range.most)) continue;
      report(reading.problems, use.find(name)->where,
             fmt::format("'{}' of generator '{}' does not fit {}: {}", name, use.kind, c_name(dtype), *value));
      break;
    }
  }
}

void check_order(Reading& reading, const KindUse& use) {
  const auto least = number_of(use, "min"), most = number_of(use, "max");
  if (!least || !most || *least <= *most) return;
  report(reading.problems, use.find("min")->where,
         fmt::format("'min' of generator '{}' is greater than 'max': {} > {}", use.kind, *least, *most));
}

void check_generator_type(Reading& reading, const KindUse& use, const KindRule& rule, const std::string& input,
                          const std::vector<DType>& dtypes, bool is_scalar) {
  if (is_scalar ? !rule.for_scalars : !rule.for_arrays) {
    const auto others = kinds_for(reading.vocabulary.generators, dtypes.front(), is_scalar);
    report(reading.problems, use.where,
           fmt::format("generator '{}' makes no {}, and '{}' is one; use {}", rule.name,
                       is_scalar ? "scalars" : "arrays", input, join(others)));
    return;
  }
  for (const DType dtype : dtypes) {
    if (applies(rule, dtype)) continue;
    const auto others = kinds_for(reading.vocabulary.generators, dtype, is_scalar);
    report(reading.problems, use.where,
           fmt::format("generator '{}' makes no {}, the type of '{}'; use {}", rule.name, c_name(dtype), input,
                       join(others)));
    return;
  }
}

// --- Tolerances ---

// "exact, {ulp: ...}, {rel: ..., abs: ...}".
std::string forms(const std::vector<KindRule>& rules, bool only_elementwise) {
  std::vector<std::string> all;
  for (const KindRule& rule : rules) {
    if (only_elementwise && (rule.alone || !rule.inner.empty())) continue;
    if (rule.fields.empty() && rule.inner.empty()) {
      all.push_back(rule.name);
      continue;
    }
    std::vector<std::string> fields = field_names(rule);
    fields.insert(fields.end(), rule.inner.begin(), rule.inner.end());
    all.push_back("{" + join(fields, ": ..., ") + ": ...}");
  }
  return join(all);
}

std::vector<std::string> form_fields(const std::vector<KindRule>& rules) {
  std::vector<std::string> names;
  for (const KindRule& rule : rules) {
    for (const FieldRule& field : rule.fields) names.push_back(field.name);
  }
  return names;
}

class ToleranceReader {
 public:
  explicit ToleranceReader(Reading& reading) : reading_(reading), rules_(reading.vocabulary.tolerances) {}

  // A form, with those that stand inside of it; `outer` is the form around it.
  std::optional<Tolerance> read(const Node& node, const KindRule* outer = nullptr, const std::string& key = "") {
    if (node.kind == Node::Kind::scalar) return word(node, outer);
    if (node.kind == Node::Kind::map) return map(node, outer, key);
    report(reading_.problems, node.where,
           fmt::format("a tolerance must be a form, not {}: {}", what_is(node), forms(rules_, outer)));
    return std::nullopt;
  }

 private:
  std::optional<Tolerance> word(const Node& node, const KindRule* outer) {
    const KindRule* rule = find_rule(rules_, node.text);
    if (rule && (needs_fields(*rule) || !rule->inner.empty() || (outer && !rule->fields.empty()))) {
      report(reading_.problems, node.where,
             fmt::format("tolerance '{}' needs its fields; write one of {}", node.text, forms(rules_, outer)));
    } else if (rule) {
      Tolerance tolerance;
      tolerance.form = read_fields(reading_, {}, node.where, *rule, owner(*rule), false);
      return tolerance;
    } else if (looks_like_number(node.text)) {
      report(reading_.problems, node.where,
             fmt::format("a bare number does not say what it bounds; write one of {}", forms(rules_, outer)));
    } else {
      report(reading_.problems, node.where,
             fmt::format("unknown tolerance '{}'{}", node.text, suggested(node.text, names_of(rules_), outer)));
    }
    return std::nullopt;
  }

  std::optional<Tolerance> map(const Node& node, const KindRule* outer, const std::string& key) {
    const KindRule* rule = rule_of(node);
    if (!rule) {
      const Location& where = node.entries.empty() ? node.where : node.entries.front().where;
      const std::string first = node.entries.empty() ? "" : node.entries.front().key;
      report(reading_.problems, where,
             fmt::format("'{}' is a field of no tolerance{}", first, suggested(first, form_fields(rules_), outer)));
      return std::nullopt;
    }
    if (outer && (rule->alone || !rule->inner.empty())) {
      report(reading_.problems, node.where,
             fmt::format("tolerance '{}' cannot stand in the '{}:' of '{}'; give an elementwise form", rule->name, key,
                         outer->name));
      return std::nullopt;
    }
    MoreKeys more{owner(*rule), field_names(*rule)};
    more.names.insert(more.names.end(), rule->inner.begin(), rule->inner.end());
    const Block none;
    const Fields fields(node, none, owner(*rule), reading_.problems, more);
    Tolerance tolerance;
    tolerance.form = read_fields(reading_, node, node.where, *rule, owner(*rule), false);
    for (const std::string& name : rule->inner) {
      auto& place = name == elementwise_key ? tolerance.elementwise : tolerance.within;
      if (auto inner = read_inner(node, fields, *rule, name)) place = std::move(inner->form);
    }
    return tolerance;
  }

  std::optional<Tolerance> read_inner(const Node& node, const Fields& fields, const KindRule& rule,
                                      const std::string& key) {
    if (const Node* inner = fields.find(key)) return read(*inner, &rule, key);
    report(reading_.problems, node.where,
           fmt::format("{}; add '{}:' with one of {}",
                       key == elementwise_key
                           ? fmt::format("tolerance '{}' alone says nothing about single elements", rule.name)
                           : fmt::format("tolerance '{}' does not say how far its exceptions may be off", rule.name),
                       key, forms(rules_, true)));
    return std::nullopt;
  }

  // The kind that the map names, or one of whose fields it names.
  const KindRule* rule_of(const Node& node) const {
    for (const Entry& entry : node.entries) {
      const KindRule* rule = find_rule(rules_, entry.key);
      if (rule && has_field(*rule, rule->name)) return rule;
    }
    for (const Entry& entry : node.entries) {
      for (const KindRule& rule : rules_) {
        if (has_field(rule, entry.key)) return &rule;
      }
    }
    return nullptr;
  }

  std::string suggested(const std::string& name, const std::vector<std::string>& known, const KindRule* outer) const {
    const std::string near = did_you_mean(name, known);
    return near.empty() ? "; there are " + forms(rules_, outer) : near;
  }

  static std::string owner(const KindRule& rule) { return fmt::format("tolerance '{}'", rule.name); }

  Reading& reading_;
  const std::vector<KindRule>& rules_;
};

void check_form_type(Reading& reading, const KindUse& form, const std::string& output,
                     const std::vector<DType>& dtypes) {
  const KindRule* rule = find_rule(reading.vocabulary.tolerances, form.kind);
  for (const DType dtype : dtypes) {
    if (!rule || applies(*rule, dtype)) continue;
    report(reading.problems, form.where,
           fmt::format("tolerance '{}' does not apply to {}, the type of '{}'; use exact", form.kind, c_name(dtype),
                       output));
    return;
  }
}

}  // namespace

const KindRule* find_rule(const std::vector<KindRule>& rules, std::string_view name) {
  for (const KindRule& rule : rules) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

KindUse read_generator(Reading& reading, const Entry& entry, const KindRule& rule, const std::vector<DType>& dtypes,
                       bool is_scalar) {
  const auto is_kind = [](const Entry& key) { return key.key == "generate"; };
  const auto kind = std::find_if(entry.value.entries.begin(), entry.value.entries.end(), is_kind);
  const std::string owner = fmt::format("generator '{}'", rule.name);
  KindUse use = read_fields(reading, entry.value, kind->value.where, rule, owner, true);
  check_order(reading, use);
  if (dtypes.empty()) return use;
  check_generator_type(reading, use, rule, entry.key, dtypes, is_scalar);
  check_bounds_fit(reading, use, dtypes);
  return use;
}

// Who answers for a stated tolerance and for how long; and what becomes of `suspect`, which only a form that knows
// roundings from faults can say.
void read_responsibility(Reading& reading, const Entry& entry, const Fields& fields, Tolerance& tolerance) {
  const bool is_auto = tolerance.form.kind == auto_form;
  const auto what = [&](std::string_view key) { return fmt::format("'{}' of output '{}'", key, entry.key); };
  const auto no_effect = [&](const Node& node, std::string_view key, std::string_view why) {
    report(reading.problems, node.where,
           fmt::format("'{}' has no effect: the tolerance of '{}' {}", key, entry.key, why));
  };
  if (const Node* owner = fields.find("owner")) {
    tolerance.owner = read_text(*owner, what("owner"), reading.problems).value_or("");
    if (is_auto) no_effect(*owner, "owner", "is derived, so nobody need account for it");
  }
  if (const Node* until = fields.find("until")) {
    tolerance.until = read_date(*until, what("until"), reading.problems).value_or("");
    if (is_auto) no_effect(*until, "until", "is derived, so nobody need account for it");
  }
  const Node* on_suspect = fields.find("on_suspect");
  tolerance.suspect_passes = word_or(reading, fields, output_keys(), "on_suspect", "fail") == "warn";
  if (on_suspect && !is_auto && tolerance.form.kind != "reduction")
    no_effect(*on_suspect, "on_suspect", "knows no suspects; those of auto and of a reduction do");
}

Tolerance read_tolerance(Reading& reading, const Entry& entry, const Fields& fields, const std::vector<DType>& dtypes) {
  const Node* node = fields.find("tolerance");
  const Location& where = node ? node->where : entry.where;
  const bool is_floating_output = std::any_of(dtypes.begin(), dtypes.end(), is_floating);
  const bool is_auto = !node || (node->kind == Node::Kind::scalar && node->text == "auto");
  Tolerance tolerance;
  if (is_auto) {
    tolerance.form = {std::string(auto_form), {}, where};
  } else if (auto read = ToleranceReader(reading).read(*node)) {
    tolerance = std::move(*read);
    check_form_type(reading, tolerance.form, entry.key, dtypes);
    if (tolerance.elementwise) check_form_type(reading, *tolerance.elementwise, entry.key, dtypes);
    if (tolerance.within) check_form_type(reading, *tolerance.within, entry.key, dtypes);
  }
  if (const Node* reason = fields.find("reason"); reason && is_auto && is_floating_output) {
    report(reading.problems, reason->where,
           fmt::format("'reason' has no effect: the tolerance of '{}' is derived, so nobody need account for it",
                       entry.key));
  } else if (reason) {
    tolerance.reason =
        read_text(*reason, fmt::format("'reason' of output '{}'", entry.key), reading.problems).value_or("");
  } else if (!is_auto && (is_floating_output || tolerance.form.kind != "exact")) {
    report(reading.problems, where, fmt::format("the tolerance of '{}' needs a 'reason:' beside it", entry.key));
  }
  read_responsibility(reading, entry, fields, tolerance);
  return tolerance;
}

}  // namespace kparity::spec
