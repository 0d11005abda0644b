// Reads the fields of a chosen kind for one case, and the arithmetic of ranges that the kinds share.
#include "kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>

#include "kparity/error.hpp"
#include "listing.hpp"
#include "scalar.hpp"

namespace kparity::generate {

namespace {

const spec::Field* field_of(const spec::KindUse& use, std::string_view name) {
  for (const auto& field : use.fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

const spec::Field& required(const Argument& argument, std::string_view name) {
  if (const auto* field = field_of(*argument.use, name)) return *field;
  throw InvalidArgument(
      fmt::format("generator '{}' of '{}' needs the field '{}'", argument.use->kind, argument.name, name));
}

double real_of(const Argument& argument, const spec::Field& field) {
  if (const auto* expression = std::get_if<Expression>(&field.value)) {
    return static_cast<double>(expression->evaluate(*argument.values));
  }
  if (const auto* real = std::get_if<spec::Real>(&field.value)) {
    if (const auto* number = std::get_if<double>(real)) return *number;
    return static_cast<double>(std::get<Expression>(*real).evaluate(*argument.values));
  }
  throw InvalidArgument(fmt::format("field '{}' of '{}' must be a number", field.name, argument.name));
}

std::int64_t integer_of(const Argument& argument, const spec::Field& field) {
  if (const auto* expression = std::get_if<Expression>(&field.value)) return expression->evaluate(*argument.values);
  if (const auto* real = std::get_if<spec::Real>(&field.value)) {
    if (const auto* expression = std::get_if<Expression>(real)) return expression->evaluate(*argument.values);
    const double number = std::get<double>(*real);
    if (number >= -0x1p63 && number < 0x1p63 && static_cast<double>(static_cast<std::int64_t>(number)) == number) {
      return static_cast<std::int64_t>(number);
    }
  }
  throw InvalidArgument(fmt::format("field '{}' of '{}' must be a whole number", field.name, argument.name));
}

/// The largest magnitude up to which a floating type holds every whole number.
std::int64_t whole_limit(DType dtype) {
  return std::int64_t{1} << (dtype == DType::float32 ? FLT_MANT_DIG : DBL_MANT_DIG);
}

template <class T>
Range real_range_of(double low, double high, bool half_open) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  low = std::max(low, static_cast<double>(std::numeric_limits<T>::lowest()));
  high = std::min(high, static_cast<double>(std::numeric_limits<T>::max()));
  T least = static_cast<T>(low), most = static_cast<T>(high);
  if (static_cast<double>(least) < low) least = std::nextafter(least, infinity);
  if (static_cast<double>(most) > high || (half_open && static_cast<double>(most) == high)) {
    most = std::nextafter(most, -infinity);
  }
  return {.whole = false, .least = least, .most = most};
}

}  // namespace

double Argument::real(std::string_view field) const {
  return real_of(*this, required(*this, field));
}

double Argument::real(std::string_view field, double fallback) const {
  const auto* found = field_of(*use, field);
  return found ? real_of(*this, *found) : fallback;
}

std::int64_t Argument::integer(std::string_view field) const {
  return integer_of(*this, required(*this, field));
}

std::int64_t Argument::integer(std::string_view field, std::int64_t fallback) const {
  const auto* found = field_of(*use, field);
  return found ? integer_of(*this, *found) : fallback;
}

bool Argument::flag(std::string_view field, bool fallback) const {
  const auto* found = field_of(*use, field);
  if (!found) return fallback;
  if (const auto* value = std::get_if<bool>(&found->value)) return *value;
  throw InvalidArgument(fmt::format("field '{}' of '{}' must be true or false", field, name));
}

bool Range::contains(double value) const {
  if (!std::isfinite(value)) return false;
  const double magnitude = both_signs && value < 0 ? -value : value;
  return least <= magnitude && magnitude <= most;
}

const Kind& find_kind(std::string_view name) {
  static const std::vector<Kind> table = kinds::all_kinds();
  for (const auto& kind : table) {
    if (kind.rule.name == name) return kind;
  }
  std::vector<std::string> names;
  for (const auto& kind : table) names.push_back(kind.rule.name);
  throw InvalidArgument(fmt::format("unknown generator '{}'; there are: {}", name, listed(names)));
}

spec::FieldRule required_field(std::string name, spec::FieldType type, std::string doc) {
  spec::FieldRule rule;
  rule.name = std::move(name);
  rule.type = type;
  rule.required = true;
  rule.doc = std::move(doc);
  return rule;
}

spec::FieldRule optional_field(std::string name, spec::FieldType type, std::string fallback, std::string doc) {
  auto rule = required_field(std::move(name), type, std::move(doc));
  rule.required = false;
  rule.fallback = std::move(fallback);
  return rule;
}

std::vector<std::int64_t> whole_numbers(DType dtype, std::span<const std::byte> contents) {
  std::vector<std::int64_t> numbers(contents.size() / size_of(dtype));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    ScalarValue value{.dtype = dtype, .bits = 0};
    std::memcpy(&value.bits, contents.data() + i * size_of(dtype), size_of(dtype));
    numbers[i] = whole_of(value);
  }
  return numbers;
}

Range whole_range(DType dtype, std::int64_t low, std::int64_t high) {
  if (is_floating(dtype)) {
    const std::int64_t limit = whole_limit(dtype);
    return {.low = std::max(low, -limit), .high = std::min(high, limit)};
  }
  return visit_dtype(dtype, [&]<class T>(std::type_identity<T>) -> Range {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_floating_point_v<T>) {
      return {};
    } else if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
      return {.low = std::max<std::int64_t>(low, 0), .high = high};
    } else {
      return {.low = std::max(low, std::int64_t{Limits::min()}), .high = std::min(high, std::int64_t{Limits::max()})};
    }
  });
}

Range real_range(DType dtype, double low, double high, bool half_open) {
  return dtype == DType::float32 ? real_range_of<float>(low, high, half_open)
                                 : real_range_of<double>(low, high, half_open);
}

std::string no_value(const Argument& argument, double low, double high, bool half_open) {
  return fmt::format("there is no {} in [{}, {}{}", c_name(argument.dtype), low, high, half_open ? ')' : ']');
}

std::string no_value(const Argument& argument, std::int64_t low, std::int64_t high) {
  return fmt::format("there is no {} in [{}, {}]", c_name(argument.dtype), low, high);
}

std::string whole_range_problem(const Argument& argument, std::int64_t low, std::int64_t high) {
  if (low > high) return no_value(argument, low, high);
  const Range range = whole_range(argument.dtype, low, high);
  if (range.low == low && range.high == high) return {};
  return fmt::format("not every whole number in [{}, {}] is a {}", low, high, c_name(argument.dtype));
}

}  // namespace kparity::generate
