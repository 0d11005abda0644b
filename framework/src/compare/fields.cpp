// Reads tolerance fields; an expression needs the values of the case it is evaluated for.
#include "fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "element.hpp"
#include "kparity/error.hpp"
#include "number_text.hpp"

namespace kparity::compare {

const spec::Field* Fields::find(std::string_view name) const {
  const auto found = std::ranges::find(use_.fields, name, &spec::Field::name);
  return found == use_.fields.end() ? nullptr : &*found;
}

double Fields::evaluate(const Expression& expression) const {
  return static_cast<double>(expression.evaluate([&](std::string_view name) {
    const Values& values = occasion_.context.values;
    if (!values) throw InvalidArgument(fmt::format("the tolerance names '{}', whose value is not known here", name));
    return values(name);
  }));
}

std::optional<double> Fields::signed_number(std::string_view name) const {
  const spec::Field* field = find(name);
  if (!field) return std::nullopt;
  double value = std::nan("");
  if (const auto* real = std::get_if<spec::Real>(&field->value)) {
    const auto* literal = std::get_if<double>(real);
    value = literal ? *literal : evaluate(std::get<Expression>(*real));
  } else if (const auto* expression = std::get_if<Expression>(&field->value)) {
    value = evaluate(*expression);
  }
  if (std::isfinite(value)) return value;
  throw InvalidArgument(fmt::format("{}:{}:{}: tolerance field '{}' is {}; it must be a finite number",
                                    field->where.file, field->where.line, field->where.column, name, value));
}

double Fields::number(std::string_view name) const {
  const auto value = signed_number(name);
  if (!value || *value >= 0) return value.value_or(0);
  const spec::Field* field = find(name);
  throw InvalidArgument(fmt::format("{}:{}:{}: tolerance field '{}' is {}; it must be a number of at least 0",
                                    field->where.file, field->where.line, field->where.column, name, *value));
}

std::string Fields::word(std::string_view name) const {
  const spec::Field* field = find(name);
  const auto* text = field ? std::get_if<std::string>(&field->value) : nullptr;
  return text ? *text : "";
}

std::string Fields::text(std::string_view name) const {
  const spec::Field* field = find(name);
  if (!field) return "";
  if (const auto* real = std::get_if<spec::Real>(&field->value)) {
    if (const auto* literal = std::get_if<double>(real)) return exact_text(*literal);
    return std::get<Expression>(*real).text();
  }
  const auto* expression = std::get_if<Expression>(&field->value);
  return expression ? expression->text() : word(name);
}

NamedArray Fields::array(std::string_view name) const {
  return array_named(occasion_.context, name);
}

double Fields::largest_of(std::string_view name) const {
  const NamedArray array = this->array(name);
  return largest_magnitude(array.dtype, array.bytes);
}

NamedArray array_named(const Context& context, std::string_view name) {
  const auto output = std::ranges::find(context.outputs, name, &Context::Output::name);
  if (output != context.outputs.end()) return {output->dtype, output->expected};
  const auto input = std::ranges::find(context.inputs, name, &Context::Array::name);
  if (input != context.inputs.end()) return {input->dtype, input->bytes};
  throw InvalidArgument(fmt::format("the comparison needs the array '{}', which is not known here", name));
}

double largest_magnitude(DType dtype, std::span<const std::byte> bytes) {
  return visit_storage(dtype, [&]<class T>(std::type_identity<T>) {
    double largest = 0;
    for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
      const double magnitude = std::fabs(static_cast<double>(load<T>(bytes.data(), i)));
      if (std::isfinite(magnitude) && magnitude > largest) largest = magnitude;
    }
    return largest;
  });
}

double element_as_double(const NamedArray& array, std::uint64_t index) {
  return visit_storage(array.dtype, [&]<class T>(std::type_identity<T>) {
    return static_cast<double>(load<T>(array.bytes.data(), index));
  });
}

}  // namespace kparity::compare
