// Generators and tolerances: a kind out of the vocabulary with its fields, every one checked against its rule.
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

// --- Values of fields ---

// Reads fields of one kind. Tolerances are judged without a case, so their fields take no names.
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
    if (!is_expression || !may_use_names_) {
      const auto number = read_number(node, what, reading_.problems);
      if (!number || !check_bounds(rule, *number, node, what)) return std::nullopt;
      return FieldValue(Real(*number));
    }
    auto expression = read_expression_over_scalars(reading_, node, what);
    if (!expression) return std::nullopt;
    return FieldValue(Real(std::move(*expression)));
  }

  std::optional<FieldValue> integer(const FieldRule& rule, const Node& node, const std::string& what) {
    auto expression = may_use_names_ ? read_expression_over_scalars(reading_, node, what)
                                     : read_expression(node, what, reading_.problems);
    if (!expression) return std::nullopt;
    if (!may_use_names_ && !expression->names().empty()) {
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

// All fields of `rule` out of a map, with defaults filled in, in the order of the rule.
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
std::string forms(const std::vector<KindRule>& rules, bool with_norm) {
  std::vector<std::string> all;
  for (const KindRule& rule : rules) {
    const bool is_norm = rule.name == norm_form;
    if (is_norm && !with_norm) continue;
    if (!needs_fields(rule) && rule.fields.empty()) {
      all.push_back(rule.name);
      continue;
    }
    std::vector<std::string> fields = field_names(rule);
    if (is_norm && !has_field(rule, elementwise_key)) fields.emplace_back(elementwise_key);
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

  // A form, and for a norm the one in `and:`.
  std::optional<Tolerance> read(const Node& node, bool may_be_norm) {
    if (node.kind == Node::Kind::scalar) return word(node, may_be_norm);
    if (node.kind == Node::Kind::map) return map(node, may_be_norm);
    report(reading_.problems, node.where,
           fmt::format("a tolerance must be a form, not {}: {}", what_is(node), forms(rules_, may_be_norm)));
    return std::nullopt;
  }

 private:
  std::optional<Tolerance> word(const Node& node, bool may_be_norm) {
    const KindRule* rule = find_rule(rules_, node.text);
    if (rule && needs_fields(*rule)) {
      report(reading_.problems, node.where,
             fmt::format("tolerance '{}' needs its fields; write one of {}", node.text, forms(rules_, may_be_norm)));
    } else if (rule) {
      return Tolerance{read_fields(reading_, {}, node.where, *rule, owner(*rule), false), {}, ""};
    } else if (looks_like_number(node.text)) {
      report(reading_.problems, node.where,
             fmt::format("a bare number does not say what it bounds; write one of {}", forms(rules_, may_be_norm)));
    } else {
      report(reading_.problems, node.where,
             fmt::format("unknown tolerance '{}'{}", node.text, suggested(node.text, names_of(rules_), may_be_norm)));
    }
    return std::nullopt;
  }

  std::optional<Tolerance> map(const Node& node, bool may_be_norm) {
    const KindRule* rule = rule_of(node);
    if (!rule) {
      const Location& where = node.entries.empty() ? node.where : node.entries.front().where;
      const std::string first = node.entries.empty() ? "" : node.entries.front().key;
      report(
          reading_.problems, where,
          fmt::format("'{}' is a field of no tolerance{}", first, suggested(first, form_fields(rules_), may_be_norm)));
      return std::nullopt;
    }
    const bool is_norm = rule->name == norm_form;
    if (is_norm && !may_be_norm) {
      report(reading_.problems, node.where, "a norm cannot stand in the 'and:' of a norm; give an elementwise form");
      return std::nullopt;
    }
    MoreKeys more{owner(*rule), field_names(*rule)};
    if (is_norm) more.names.emplace_back(elementwise_key);
    const Block none;
    const Fields fields(node, none, owner(*rule), reading_.problems, more);
    Tolerance tolerance{read_fields(reading_, node, node.where, *rule, owner(*rule), false), {}, ""};
    if (is_norm) read_elementwise(node, fields, tolerance);
    return tolerance;
  }

  void read_elementwise(const Node& node, const Fields& fields, Tolerance& tolerance) {
    const Node* inner = fields.find(elementwise_key);
    if (!inner) {
      report(reading_.problems, node.where,
             fmt::format("a norm alone misses single wrong elements; add '{}:' with one of {}", elementwise_key,
                         forms(rules_, false)));
    } else if (auto form = read(*inner, false)) {
      tolerance.elementwise = std::move(form->form);
    }
  }

  // The kind one of whose fields the map names.
  const KindRule* rule_of(const Node& node) const {
    for (const Entry& entry : node.entries) {
      for (const KindRule& rule : rules_) {
        if (has_field(rule, entry.key)) return &rule;
      }
    }
    return nullptr;
  }

  std::string suggested(const std::string& name, const std::vector<std::string>& known, bool may_be_norm) const {
    const std::string near = did_you_mean(name, known);
    return near.empty() ? "; there are " + forms(rules_, may_be_norm) : near;
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

Tolerance read_tolerance(Reading& reading, const Entry& entry, const Fields& fields, const std::vector<DType>& dtypes) {
  const Node* node = fields.find("tolerance");
  const Location& where = node ? node->where : entry.where;
  const bool is_floating_output = std::any_of(dtypes.begin(), dtypes.end(), is_floating);
  const bool is_auto = !node || (node->kind == Node::Kind::scalar && node->text == "auto");
  Tolerance tolerance;
  if (is_auto) {
    tolerance.form = {std::string(auto_form), {}, where};
  } else if (auto read = ToleranceReader(reading).read(*node, true)) {
    tolerance = std::move(*read);
    check_form_type(reading, tolerance.form, entry.key, dtypes);
    if (tolerance.elementwise) check_form_type(reading, *tolerance.elementwise, entry.key, dtypes);
  }
  if (const Node* reason = fields.find("reason"); reason && is_auto && is_floating_output) {
    report(reading.problems, reason->where,
           fmt::format("'reason' has no effect: the tolerance of '{}' is derived, so nobody need account for it",
                       entry.key));
  } else if (reason) {
    tolerance.reason =
        read_text(*reason, fmt::format("'reason' of output '{}'", entry.key), reading.problems).value_or("");
  } else if (!is_auto && is_floating_output) {
    report(reading.problems, where, fmt::format("the tolerance of '{}' needs a 'reason:' beside it", entry.key));
  }
  return tolerance;
}

}  // namespace kparity::spec
