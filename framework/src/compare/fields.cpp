// Reads tolerance fields; an expression needs the values of the case it is evaluated for.
#include "fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kparity::compare {

const spec::Field* Fields::find(std::string_view name) const {
  const auto found = std::ranges::find(use_.fields, name, &spec::Field::name);
  return found == use_.fields.end() ? nullptr : &*found;
}

double Fields::evaluate(const Expression& expression) const {
  return static_cast<double>(expression.evaluate([&](std::string_view name) {
    if (!values_) throw InvalidArgument(fmt::format("the tolerance names '{}', whose value is not known here", name));
    return values_(name);
  }));
}

double Fields::number(std::string_view name) const {
  const spec::Field* field = find(name);
  if (!field) return 0;
  double value = std::nan("");
  if (const auto* real = std::get_if<spec::Real>(&field->value)) {
    const auto* literal = std::get_if<double>(real);
    value = literal ? *literal : evaluate(std::get<Expression>(*real));
  } else if (const auto* expression = std::get_if<Expression>(&field->value)) {
    value = evaluate(*expression);
  }
  if (std::isfinite(value) && value >= 0) return value;
  throw InvalidArgument(fmt::format("{}:{}:{}: tolerance field '{}' is {}; it must be a number of at least 0",
                                    field->where.file, field->where.line, field->where.column, name, value));
}

std::string Fields::word(std::string_view name) const {
  const spec::Field* field = find(name);
  const auto* text = field ? std::get_if<std::string>(&field->value) : nullptr;
  return text ? *text : "";
}

}  // namespace kparity::compare
