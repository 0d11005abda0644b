// One visit of the type each; text by std::to_chars and std::from_chars, which know no locale.
#include "scalar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace kparity::generate {

namespace {

template <class T>
T value_as(const ScalarValue& value) {
  T out;
  std::memcpy(&out, &value.bits, sizeof out);
  return out;
}

template <class T>
ScalarValue scalar_of(DType dtype, T number) {
  ScalarValue out{.dtype = dtype, .bits = 0};
  std::memcpy(&out.bits, &number, sizeof number);
  return out;
}

template <class T>
std::string shortest(T number) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return {buffer, end};
}

template <class T>
std::optional<T> parse(std::string_view text) {
  T number{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Integers in their widest type of the same sign, so that `char` is no letter.
template <class T>
using Widest = std::conditional_t<std::is_floating_point_v<T>, T,
                                  std::conditional_t<std::is_unsigned_v<T>, std::uint64_t, std::int64_t>>;

}  // namespace

std::int64_t whole_of(const ScalarValue& value) {
  return visit_dtype(value.dtype,
                     [&]<class T>(std::type_identity<T>) { return static_cast<std::int64_t>(value_as<T>(value)); });
}

double real_of(const ScalarValue& value) {
  return visit_dtype(value.dtype,
                     [&]<class T>(std::type_identity<T>) { return static_cast<double>(value_as<T>(value)); });
}

ScalarValue scalar_from_whole(DType dtype, std::int64_t number) {
  return visit_dtype(dtype, [&]<class T>(std::type_identity<T>) { return scalar_of(dtype, static_cast<T>(number)); });
}

ScalarValue scalar_from_real(DType dtype, double number) {
  return visit_dtype(dtype, [&]<class T>(std::type_identity<T>) { return scalar_of(dtype, static_cast<T>(number)); });
}

std::optional<ScalarValue> scalar_from_text(DType dtype, std::string_view text) {
  if (dtype == DType::boolean) {
    if (text == "true" || text == "1") return scalar_of(dtype, true);
    if (text == "false" || text == "0") return scalar_of(dtype, false);
    return std::nullopt;
  }
  return visit_dtype(dtype, [&]<class T>(std::type_identity<T>) -> std::optional<ScalarValue> {
    const auto number = parse<Widest<T>>(text);
    if (!number) return std::nullopt;
    const T narrow = static_cast<T>(*number);
    if constexpr (!std::is_floating_point_v<T>) {
      if (static_cast<Widest<T>>(narrow) != *number) return std::nullopt;
    }
    return scalar_of(dtype, narrow);
  });
}

std::string to_text(const ScalarValue& value) {
  if (value.dtype == DType::boolean) return value.bits != 0 ? "true" : "false";
  return visit_dtype(value.dtype, [&]<class T>(std::type_identity<T>) {
    return shortest(static_cast<Widest<T>>(value_as<T>(value)));
  });
}

bool is_legal(const Range& legal, const ScalarValue& value) {
  if (!legal.whole) return legal.contains(real_of(value));
  if (!is_floating(value.dtype)) {
    const bool huge = !is_signed(value.dtype) && size_of(value.dtype) == 8 && (value.bits >> 63) != 0;
    return !huge && legal.contains(whole_of(value));
  }
  const double real = real_of(value);
  return std::fabs(real) <= 0x1p53 && real == std::trunc(real) && legal.contains(static_cast<std::int64_t>(real));
}

ScalarValue nearest_legal(const Range& legal, const ScalarValue& value) {
  if (is_legal(legal, value)) return value;
  if (legal.whole) {
    const std::int64_t number = is_floating(value.dtype) ? std::llrint(real_of(value)) : whole_of(value);
    return scalar_from_whole(value.dtype, std::clamp(number, legal.low, legal.high));
  }
  const double real = real_of(value);
  const bool mirrored = legal.both_signs && real < 0;
  const double magnitude = std::clamp(mirrored ? -real : real, legal.least, legal.most);
  return scalar_from_real(value.dtype, mirrored ? -magnitude : magnitude);
}

std::string to_text(const Range& legal, DType dtype) {
  if (dtype == DType::boolean) return "true, false";
  if (legal.whole) return fmt::format("[{}, {}]", legal.low, legal.high);
  const auto text = [dtype](double number) { return to_text(scalar_from_real(dtype, number)); };
  const std::string range = fmt::format("[{}, {}]", text(legal.least), text(legal.most));
  return legal.both_signs ? range + " and their negatives" : range;
}

}  // namespace kparity::generate
