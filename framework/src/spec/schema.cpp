// The JSON schema of a spec file, for editors. Printed from the tables of keys and from the vocabulary; what only the
// reader can check (names, types, cycles) is not in it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "keys.hpp"
#include "kparity/spec/policy.hpp"
#include "kparity/spec/reader.hpp"
#include "policy_keys.hpp"

namespace kparity::spec {

namespace {

using Json = nlohmann::ordered_json;

Json typed(const char* type) {
  return {{"type", type}};
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json one_or_list(const Json& item) {
  return {{"anyOf", Json::array({item, list_of(item)})}};
}

Json map_of(Json values) {
  return {{"type", "object"}, {"additionalProperties", std::move(values)}};
}

Json scalar() {
  return {{"type", Json::array({"string", "number", "boolean"})}};
}

Json expression() {
  return {{"type", Json::array({"integer", "string"})}};
}

Json count() {
  return {{"type", "integer"}, {"minimum", 1}};
}

Json words(const std::vector<std::string>& allowed) {
  return {{"enum", allowed}};
}

Json pattern(const char* regular_expression) {
  return {{"type", "string"}, {"pattern", regular_expression}};
}

Json field_schema(const FieldRule& rule) {
  Json schema;
  switch (rule.type) {
    case FieldType::real: schema["type"] = Json::array({"number", "string"}); break;
    case FieldType::integer: schema["type"] = Json::array({"integer", "string"}); break;
    case FieldType::boolean: schema["type"] = "boolean"; break;
    case FieldType::word: schema = rule.words.empty() ? typed("string") : words(rule.words); break;
    case FieldType::product: schema = typed("string"); break;
    case FieldType::function: schema = pattern("^[A-Za-z_][A-Za-z0-9_]*$"); break;
  }
  if (rule.at_least) schema["minimum"] = *rule.at_least;
  if (rule.at_most) schema["maximum"] = *rule.at_most;
  if (rule.above) schema["exclusiveMinimum"] = *rule.above;
  schema["description"] = rule.doc;
  if (!rule.fallback.empty()) schema["default"] = rule.fallback;
  return schema;
}

Json closed_object(Json properties, const Json& required) {
  Json schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = required;
  return schema;
}

class SchemaWriter {
 public:
  explicit SchemaWriter(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  Json block(const Block& keys) const {
    for (const Key& key : keys.keys) {
      if (key.value == Value::generator) return input(keys);
    }
    Json required = Json::array();
    Json properties = properties_of(keys, required);
    return closed_object(std::move(properties), required);
  }

  // With the same name in several forms, one definition is enough for an editor.
  Json form(bool is_inner) const {
    Json forms = Json::array();
    Json named = Json::array();
    if (!is_inner) named.push_back(auto_form);
    for (const KindRule& rule : vocabulary_.tolerances) {
      if (is_inner && (rule.alone || !rule.inner.empty())) continue;
      if (rule.fields.empty() && rule.inner.empty()) {
        named.push_back(rule.name);
      } else {
        forms.push_back(tolerance_map(rule));
      }
    }
    forms.insert(forms.begin(), Json{{"enum", named}});
    return {{"anyOf", forms}};
  }

 private:
  Json properties_of(const Block& keys, Json& required) const {
    Json properties = Json::object();
    for (const Key& key : keys.keys) {
      properties[key.name] = value(key);
      properties[key.name]["description"] = key.doc;
      if (key.required) required.push_back(key.name);
    }
    return properties;
  }

  Json value(const Key& key) const {
    switch (key.value) {
      case Value::text: return scalar();
      case Value::word: return words(key.words);
      case Value::boolean: return typed("boolean");
      case Value::count: return count();
      case Value::number: return typed("number");
      case Value::date: return pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
      case Value::percent: return pattern("^[0-9._]+%$");
      case Value::bytes: return pattern("^[0-9._]+(B|KiB|MiB|GiB)$");
      case Value::duration: return pattern("^[0-9._]+(ns|us|ms|s)$");
      case Value::expression: return expression();
      case Value::expressions: return one_or_list(expression());
      case Value::counts: return one_or_list(count());
      case Value::texts: return list_of(scalar());
      case Value::names: return list_of(typed("string"));
      case Value::reasons: return map_of(scalar());
      case Value::properties: return properties();
      case Value::block: return block(*key.block);
      case Value::blocks: return map_of(block(*key.block));
      case Value::types: return map_of(list_of(typed("string")));
      case Value::generator: return typed("string");
      case Value::tolerance: return form(false);
      case Value::comparison: return comparison();
      case Value::defined: return defined();
      case Value::host: return host(*key.block);
      case Value::sizes: return sizes();
      case Value::numbers: return map_of({{"type", Json::array({"number", "boolean"})}});
      case Value::flops: return {{"anyOf", Json::array({expression(), map_of(expression())})}};
      case Value::words_or_names: return {{"anyOf", Json::array({words(key.words), list_of(typed("string"))})}};
      case Value::severities: return map_of(words(key.words));
    }
    return Json::object();
  }

  // One alternative per generator, so that each brings its own fields.
  Json input(const Block& keys) const {
    Json alternatives = Json::array();
    for (const KindRule& rule : vocabulary_.generators) {
      Json required = Json::array();
      Json properties = properties_of(keys, required);
      properties["generate"] = {{"const", rule.name}, {"description", rule.doc}};
      add_fields(rule, properties, required);
      alternatives.push_back(closed_object(std::move(properties), required));
    }
    return {{"oneOf", alternatives}};
  }

  static void add_fields(const KindRule& rule, Json& properties, Json& required) {
    for (const FieldRule& field : rule.fields) {
      properties[field.name] = field_schema(field);
      if (field.required) required.push_back(field.name);
    }
  }

  Json comparison() const {
    Json named = Json::array({elementwise}), alternatives = Json::array();
    for (const KindRule& rule : vocabulary_.comparisons) {
      if (rule.fields.empty()) {
        named.push_back(rule.name);
        continue;
      }
      Json properties = Json::object(), required = Json::array();
      add_fields(rule, properties, required);
      alternatives.push_back(closed_object(std::move(properties), required));
    }
    alternatives.insert(alternatives.begin(), words_json(named));
    return {{"anyOf", alternatives}};
  }

  static Json words_json(const Json& named) { return {{"enum", named}}; }

  static Json defined() {
    const auto one = [](const char* key, Json value) {
      return closed_object({{key, std::move(value)}}, Json::array({key}));
    };
    return {{"anyOf", Json::array({words({"all"}), one("first", expression()), one("where", typed("string")),
                                   one("region", list_of(list_of(expression())))})}};
  }

  static Json properties() {
    Json alternatives = Json::array();
    for (const PropertyRule& rule : property_rules()) {
      Json value;
      switch (rule.form) {
        case PropertyForm::names: value = one_or_list(typed("string")); break;
        case PropertyForm::numbers: value = map_of(typed("number")); break;
        case PropertyForm::sums: value = typed("string"); break;
      }
      value["description"] = rule.doc;
      alternatives.push_back(closed_object({{rule.name, value}}, Json::array({rule.name})));
    }
    return list_of({{"anyOf", alternatives}});
  }

  Json tolerance_map(const KindRule& rule) const {
    Json properties = Json::object(), required = Json::array();
    add_fields(rule, properties, required);
    for (const std::string& key : rule.inner) {
      properties[key] = form(true);
      required.push_back(key);
    }
    Json schema = closed_object(std::move(properties), required);
    schema["minProperties"] = 1;
    schema["description"] = rule.doc;
    return schema;
  }

  Json host(const Block& keys) const {
    Json required = Json::array();
    return {{"type", "object"},
            {"properties", properties_of(keys, required)},
            {"additionalProperties", block(implementation_keys())}};
  }

  Json sizes() const {
    const Json list = list_of({{"type", "integer"}, {"minimum", 0}});
    return {{"type", "object"},
            {"properties", {{"grid", typed("boolean")}}},
            {"additionalProperties", {{"anyOf", Json::array({list, block(size_range_keys()), typed("integer")})}}}};
  }

  const Vocabulary& vocabulary_;
};

}  // namespace

std::string json_schema(const Vocabulary& vocabulary) {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "kparity spec"}};
  schema.update(SchemaWriter(vocabulary).block(file_keys()));
  // One of the two, so neither is required by itself.
  Json& required = schema["required"];
  required.erase(std::remove(required.begin(), required.end(), "signature"), required.end());
  const auto needs = [](const char* key) { return Json{{"required", Json::array({key})}}; };
  schema["oneOf"] = Json::array({needs("signature"), needs("device_function")});
  return schema.dump(2) + "\n";
}

std::string policy_schema(const std::vector<std::string>& rules) {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "kparity.yaml"}};
  const Vocabulary none;
  schema.update(SchemaWriter(none).block(policy_file_keys()));
  schema["properties"]["gate"]["properties"]["rules"]["propertyNames"] = words(rules);
  return schema.dump(2) + "\n";
}

}  // namespace kparity::spec
