// The scalar types a kernel signature may use, one enumerator per distinct C++ type, because a compiler tells `long`
// from `long long` even where both have 64 bits. visit_dtype is the only way from a run-time type back to a C++ type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace kparity {

// clang-format off
enum class DType : std::uint8_t {
  boolean,   // bool
  char8,     // char
  int8,      // signed char
  uint8,     // unsigned char
  int16,     // short
  uint16,    // unsigned short
  int32,     // int
  uint32,    // unsigned int
  long64,    // long            (std::int64_t on LP64)
  ulong64,   // unsigned long   (std::uint64_t, std::size_t on LP64)
  int64,     // long long
  uint64,    // unsigned long long
  float32,   // float
  float64,   // double
};

template <class T>
inline constexpr std::optional<DType> dtype_or_none = std::nullopt;
template <> inline constexpr std::optional<DType> dtype_or_none<bool> = DType::boolean;
template <> inline constexpr std::optional<DType> dtype_or_none<char> = DType::char8;
template <> inline constexpr std::optional<DType> dtype_or_none<signed char> = DType::int8;
template <> inline constexpr std::optional<DType> dtype_or_none<unsigned char> = DType::uint8;
template <> inline constexpr std::optional<DType> dtype_or_none<short> = DType::int16;
template <> inline constexpr std::optional<DType> dtype_or_none<unsigned short> = DType::uint16;
template <> inline constexpr std::optional<DType> dtype_or_none<int> = DType::int32;
template <> inline constexpr std::optional<DType> dtype_or_none<unsigned int> = DType::uint32;
template <> inline constexpr std::optional<DType> dtype_or_none<long> = DType::long64;
template <> inline constexpr std::optional<DType> dtype_or_none<unsigned long> = DType::ulong64;
template <> inline constexpr std::optional<DType> dtype_or_none<long long> = DType::int64;
template <> inline constexpr std::optional<DType> dtype_or_none<unsigned long long> = DType::uint64;
template <> inline constexpr std::optional<DType> dtype_or_none<float> = DType::float32;
template <> inline constexpr std::optional<DType> dtype_or_none<double> = DType::float64;

template <class T>
concept Scalar = dtype_or_none<std::remove_cv_t<T>>.has_value();
// clang-format on

template <Scalar T>
inline constexpr DType dtype_of = *dtype_or_none<std::remove_cv_t<T>>;

/// Calls `f(std::type_identity<T>{})` with the C++ type that `dtype` stands for and returns what it returns.
template <class F>
constexpr decltype(auto) visit_dtype(DType dtype, F&& f) {
  switch (dtype) {
    case DType::boolean: return std::forward<F>(f)(std::type_identity<bool>{});
    case DType::char8: return std::forward<F>(f)(std::type_identity<char>{});
    case DType::int8: return std::forward<F>(f)(std::type_identity<signed char>{});
    case DType::uint8: return std::forward<F>(f)(std::type_identity<unsigned char>{});
    case DType::int16: return std::forward<F>(f)(std::type_identity<short>{});
    case DType::uint16: return std::forward<F>(f)(std::type_identity<unsigned short>{});
    case DType::int32: return std::forward<F>(f)(std::type_identity<int>{});
    case DType::uint32: return std::forward<F>(f)(std::type_identity<unsigned int>{});
    case DType::long64: return std::forward<F>(f)(std::type_identity<long>{});
    case DType::ulong64: return std::forward<F>(f)(std::type_identity<unsigned long>{});
    case DType::int64: return std::forward<F>(f)(std::type_identity<long long>{});
    case DType::uint64: return std::forward<F>(f)(std::type_identity<unsigned long long>{});
    case DType::float32: return std::forward<F>(f)(std::type_identity<float>{});
    case DType::float64: return std::forward<F>(f)(std::type_identity<double>{});
  }
  __builtin_unreachable();
}

constexpr std::size_t size_of(DType dtype) {
  return visit_dtype(dtype, []<class T>(std::type_identity<T>) { return sizeof(T); });
}

constexpr bool is_floating(DType dtype) {
  return dtype == DType::float32 || dtype == DType::float64;
}
constexpr bool is_integer(DType dtype) {
  return !is_floating(dtype) && dtype != DType::boolean;
}
constexpr bool is_signed(DType dtype) {
  return visit_dtype(dtype, []<class T>(std::type_identity<T>) { return std::is_signed_v<T>; });
}

/// The canonical C++ spelling: "double", "unsigned long", ...
std::string_view c_name(DType dtype);

/// The enumerator's own name, for YAML and reports: "float64", ...
std::string_view name_of(DType dtype);

}  // namespace kparity
