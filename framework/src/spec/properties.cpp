// `properties:`, what holds for a kernel whatever its reference computes: names and numbers, checked against the inputs
// and outputs of the file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

std::vector<std::string> known_properties() {
  std::vector<std::string> names;
  for (const PropertyRule& rule : property_rules()) names.push_back(rule.name);
  return names;
}

bool all_floating(const KernelSpec& spec, const std::string& name) {
  const auto path = find(spec.instantiations.front(), name);
  if (!path) return false;
  const auto dtypes = dtypes_of(spec, *path);
  return std::all_of(dtypes.begin(), dtypes.end(), is_floating);
}

std::string extents_of(const KernelSpec& spec, const std::string& name) {
  std::string text;
  if (const InputSpec* input = find_input(spec, name))
    for (const Expression& extent : input->shape) text += extent.text() + ";";
  return text;
}

class PropertyReader {
 public:
  PropertyReader(Reading& reading, const PropertyRule& rule) : reading_(reading), rule_(rule) {}

  void read(const Node& node, Property& property) {
    property.kind = rule_.name;
    property.where = node.where;
    switch (rule_.form) {
      case PropertyForm::names: return read_names(node, property);
      case PropertyForm::numbers: return read_numbers(node, property);
      case PropertyForm::sums: return read_sums(node, property);
    }
  }

 private:
  void complain(const Location& where, const std::string& why) {
    report(reading_.problems, where, fmt::format("property '{}': {}", rule_.name, why));
  }

  // Work space starts with contents that a kernel relies on; it is nobody's data.
  bool is_data_input(const std::string& name) const {
    const InputSpec* input = find_input(reading_.spec, name);
    return input && input->role == Role::data;
  }
  bool is_data_output(const std::string& name) const {
    const OutputSpec* output = find_output(reading_.spec, name);
    return output && output->role == Role::data;
  }

  void read_names(const Node& node, Property& property) {
    std::vector<std::string> names;
    if (node.kind == Node::Kind::list) {
      names = read_texts(node, what(), reading_.problems);
    } else if (auto name = read_text(node, what(), reading_.problems)) {
      names.push_back(std::move(*name));
    }
    for (const std::string& name : names) {
      if (!is_data_input(name)) {
        complain(node.where, fmt::format("'{}' is no input that holds data", name));
      } else if (rule_.name == "permutation_invariant") {
        check_permuted(node, name, names.front());
      } else if (!all_floating(reading_.spec, name)) {
        complain(node.where, fmt::format("'{}' is not of floating-point type", name));
      }
      property.names.push_back({name, 1});
    }
    property.text = fmt::format("{}: {}", rule_.name, join(names));
  }

  void check_permuted(const Node& node, const std::string& name, const std::string& first) {
    const std::string extents = extents_of(reading_.spec, name);
    if (extents.empty()) complain(node.where, fmt::format("'{}' is a scalar", name));
    if (extents != extents_of(reading_.spec, first))
      complain(node.where, fmt::format("'{}' and '{}' have different shapes", name, first));
    if (find_output(reading_.spec, name))
      complain(node.where, fmt::format("'{}' is an output too, whose order would change with it", name));
  }

  void read_numbers(const Node& node, Property& property) {
    property.text = rule_.name + ":";
    bool has_input = false;
    for (const Entry* entry : read_entries(node, what(), reading_.problems)) {
      const bool is_input = is_data_input(entry->key);
      has_input |= is_input;
      if (!is_input && !is_data_output(entry->key)) {
        complain(entry->where, fmt::format("'{}' is no input or output that holds data", entry->key));
      } else if (!all_floating(reading_.spec, entry->key)) {
        complain(entry->where, fmt::format("'{}' is not of floating-point type", entry->key));
      }
      const auto number = read_number(entry->value, fmt::format("'{}' of {}", entry->key, what()), reading_.problems);
      if (!number) continue;
      check_number(*number, entry->value.where);
      property.names.push_back({entry->key, *number});
      property.text += fmt::format(" {} {}", entry->key, *number);
    }
    if (!property.names.empty() && !has_input) complain(node.where, "it changes no input");
  }

  void check_number(double number, const Location& where) {
    int exponent = 0;
    const bool is_power = number > 0 && std::frexp(number, &exponent) == .5;
    if (rule_.name == "scale" && !is_power)
      complain(where, fmt::format("a factor must be a power of two, so that it adds no rounding; not {}", number));
    if (rule_.name == "translation" && number != 0 && std::frexp(std::fabs(number), &exponent) != .5)
      complain(where, fmt::format("a number must be 0 or a power of two of either sign, so that it adds no rounding; "
                                  "not {}",
                                  number));
  }

  // sum(rho) = sum(rho) + sum(w) + n
  void read_sums(const Node& node, Property& property) {
    const auto text = read_text(node, what(), reading_.problems);
    if (!text) return;
    property.text = fmt::format("{}: {}", rule_.name, *text);
    const auto equals = text->find('=');
    for (const std::string& term : terms_of(text->substr(0, equals))) {
      const std::string name = summed(term);
      if (name.empty() || !is_data_output(name)) {
        complain(node.where, fmt::format("'{}' is no sum over an output, as sum(y)", term));
      } else {
        property.names.push_back({name, 1});
      }
    }
    if (equals == std::string::npos) {
      for (const Property::Named& each : property.names) add_before(node, each.name, property);
      return;
    }
    for (const std::string& term : terms_of(text->substr(equals + 1))) {
      if (const std::string name = summed(term); !name.empty()) {
        add_before(node, name, property);
      } else {
        Node size = node;
        size.text = term;
        if (auto expression = read_expression_over_scalars(reading_, size, what()))
          property.plus.push_back(std::move(*expression));
      }
    }
  }

  void add_before(const Node& node, const std::string& name, Property& property) {
    const InputSpec* input = find_input(reading_.spec, name);
    if (!input || input->shape.empty())
      complain(node.where, fmt::format("'{}' is no array that is read, so it has no sum before the call", name));
    property.was.push_back(name);
  }

  // "sum(a) + n" at its plus signs, outside of parentheses.
  static std::vector<std::string> terms_of(const std::string& text) {
    std::vector<std::string> terms(1);
    int depth = 0;
    for (const char c : text) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == '+' && depth == 0) {
        terms.emplace_back();
      } else if (c != ' ') {
        terms.back() += c;
      }
    }
    return terms;
  }

  // "a" of "sum(a)"; empty for anything else.
  static std::string summed(const std::string& term) {
    if (!term.starts_with("sum(") || !term.ends_with(")")) return "";
    return term.substr(4, term.size() - 5);
  }

  std::string what() const { return fmt::format("property '{}'", rule_.name); }

  Reading& reading_;
  const PropertyRule& rule_;
};

}  // namespace

void read_properties(Reading& reading, const Fields& file) {
  const Node* node = file.find("properties");
  if (!node || !reading.has_signature()) return;
  if (node->kind != Node::Kind::list) {
    report(reading.problems, node->where,
           fmt::format("'properties' must be a list of maps, as [{{linear_in: x}}], not {}", what_is(*node)));
    return;
  }
  for (const Node& item : node->items) {
    if (item.kind != Node::Kind::map || item.entries.size() != 1) {
      report(reading.problems, item.where,
             fmt::format("a property is a map with one key, as {{linear_in: x}}; there are: {}",
                         join(known_properties())));
      continue;
    }
    const Entry& entry = item.entries.front();
    const auto rule = std::find_if(property_rules().begin(), property_rules().end(),
                                   [&](const PropertyRule& each) { return each.name == entry.key; });
    if (rule == property_rules().end()) {
      report(reading.problems, entry.where,
             fmt::format("unknown property '{}'{}", entry.key, suggestion(entry.key, known_properties(), "there are")));
      continue;
    }
    Property property;
    PropertyReader(reading, *rule).read(entry.value, property);
    reading.spec.properties.push_back(std::move(property));
  }
}

}  // namespace kparity::spec
