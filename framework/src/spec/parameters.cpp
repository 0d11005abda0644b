// Names of a spec against its signature: parameters, and expressions over integer scalars.
#include <fmt/format.h>

#include <algorithm>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

// Why an expression may not use `name`, or empty if it may.
std::string why_not(const KernelSpec& spec, const std::string& name) {
  const Signature& first = spec.instantiations.front();
  const auto path = find(first, name);
  if (!path) {
    return fmt::format("'{}' is not a parameter of the signature{}", name, did_you_mean(name, parameter_names(spec)));
  }
  const Parameter& parameter = at(first, *path);
  if (parameter.kind == ParameterKind::pointer)
    return fmt::format("'{}' is an array; an expression takes integer scalars", name);
  if (parameter.kind == ParameterKind::structure) return fmt::format("'{}' is a struct; name one of its fields", name);
  for (const DType dtype : dtypes_of(spec, *path)) {
    if (!is_integer(dtype)) {
      return fmt::format("'{}' is of type {}; an expression takes integer scalars", name, c_name(dtype));
    }
  }
  return "";
}

bool is_name_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// The place of a whole word in an expression.
Location place_of(const std::string& name, const Node& node) {
  Location where = node.text_where;
  if (!node.verbatim) return where;
  for (std::size_t at = node.text.find(name); at != std::string::npos; at = node.text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool starts = at == 0 || !is_name_part(node.text[at - 1]);
    if (!starts || (end < node.text.size() && is_name_part(node.text[end]))) continue;
    where.column += static_cast<int>(at);
    break;
  }
  return where;
}

}  // namespace

std::vector<DType> dtypes_of(const KernelSpec& spec, ParameterPath path) {
  std::vector<DType> dtypes;
  for (const Signature& signature : spec.instantiations) dtypes.push_back(at(signature, path).dtype);
  return dtypes;
}

std::vector<std::string> parameter_names(const KernelSpec& spec) {
  std::vector<std::string> names;
  if (spec.instantiations.empty()) return names;
  for (const Parameter& parameter : spec.instantiations.front().parameters) {
    if (parameter.kind != ParameterKind::structure) names.push_back(parameter.name);
    for (const Parameter& field : parameter.fields) names.push_back(parameter.name + "." + field.name);
  }
  return names;
}

std::optional<ParameterPath> find_parameter(Reading& reading, const std::string& name, const Location& where) {
  const Signature& signature = reading.spec.instantiations.front();
  const auto path = find(signature, name);
  if (!path) {
    report(reading.problems, where,
           fmt::format("'{}' is not a parameter of the signature{}", name,
                       suggestion(name, parameter_names(reading.spec), "there are")));
    return std::nullopt;
  }
  const Parameter& parameter = at(signature, *path);
  if (parameter.kind != ParameterKind::structure) return path;
  report(reading.problems, where,
         fmt::format("'{}' is a struct; name its fields: {}.{}", name, name, parameter.fields.front().name));
  return std::nullopt;
}

std::optional<std::int64_t> literal(const Expression& expression) {
  if (!expression.names().empty()) return std::nullopt;
  try {
    return expression.evaluate([](std::string_view) { return std::int64_t{0}; });
  } catch (const ExpressionError&) {
    return std::nullopt;
  }
}

std::optional<Expression> read_expression_over_scalars(Reading& reading, const Node& node, const std::string& what) {
  auto expression = read_expression(node, what, reading.problems);
  if (!expression) return std::nullopt;
  if (expression->names().empty()) {
    try {
      expression->evaluate([](std::string_view) { return std::int64_t{0}; });
    } catch (const ExpressionError& error) {
      report(reading.problems, node.text_where, fmt::format("{}: {}", what, error.what()));
      return std::nullopt;
    }
  }
  if (!reading.has_signature()) return expression;
  bool usable = true;
  for (const std::string& name : expression->names()) {
    const std::string why = why_not(reading.spec, name);
    if (why.empty()) continue;
    report(reading.problems, place_of(name, node), fmt::format("{}: {}", what, why));
    usable = false;
  }
  return usable ? expression : std::nullopt;
}

std::vector<Expression> read_expressions(Reading& reading, const Node& node, const std::string& what,
                                         std::size_t most) {
  std::vector<Expression> expressions;
  if (node.kind != Node::Kind::list) {
    if (auto expression = read_expression_over_scalars(reading, node, what)) expressions.push_back(*expression);
    return expressions;
  }
  if (node.items.empty() || node.items.size() > most) {
    report(reading.problems, node.where,
           fmt::format("{} needs 1 to {} expressions, not {}", what, most, node.items.size()));
    return expressions;
  }
  for (const Node& item : node.items) {
    if (auto expression = read_expression_over_scalars(reading, item, what)) {
      expressions.push_back(*expression);
    } else if (is_cut_at_comma(item)) {
      break;  // the rest of it is in the next items
    }
  }
  return expressions;
}

}  // namespace kparity::spec
