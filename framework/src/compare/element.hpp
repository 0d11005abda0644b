// Reading elements out of raw bytes. Arrays under test may start at any address, so elements are copied out; compilers
// turn that into plain loads.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "kparity/dtype.hpp"

namespace kparity::compare {

template <class T>
T load(const std::byte* bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes + index * sizeof(T), sizeof(T));
  return value;
}

/// The unsigned integer of the size of T.
template <class T>
using Bits = std::conditional_t<
    sizeof(T) == 8, std::uint64_t,
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;

/// The exponent field of a floating type; all of it is set in infinities and NaNs only.
template <class T>
inline constexpr Bits<T> exponent_mask = sizeof(T) == 8 ? Bits<T>(0x7ff0'0000'0000'0000) : Bits<T>(0x7f80'0000);

template <class T>
bool is_finite(T value) {
  return (std::bit_cast<Bits<T>>(value) & exponent_mask<T>) != exponent_mask<T>;
}

/// Has its highest bit set exactly if the bits are those of a NaN or an infinity; for loops that gather such marks with
/// `|`.
template <class T>
Bits<T> mark_if_not_finite(Bits<T> bits) {
  constexpr Bits<T> magnitude = Bits<T>(~Bits<T>{0}) >> 1;
  return Bits<T>((bits & magnitude) + (magnitude + 1 - exponent_mask<T>));
}

template <class T>
inline constexpr Bits<T> highest_bit = Bits<T>(Bits<T>{1} << (8 * sizeof(T) - 1));

/// Numbers representable between two finite values: 0 if equal, 1 for neighbours; both zeros are one number.
template <class T>
std::uint64_t steps_between(T a, T b) {
  using Signed = std::make_signed_t<Bits<T>>;
  constexpr Bits<T> magnitude = Bits<T>(~Bits<T>{0}) >> 1;
  const auto rank = [](T value) {
    const auto bits = std::bit_cast<Bits<T>>(value);
    const auto rank_of_magnitude = static_cast<Signed>(bits & magnitude);
    return static_cast<std::int64_t>(std::bit_cast<Signed>(bits) < 0 ? -rank_of_magnitude : rank_of_magnitude);
  };
  const std::int64_t x = rank(a), y = rank(b);
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

/// As visit_dtype; booleans are visited as bytes, since a byte under test may hold what no bool may.
template <class F>
decltype(auto) visit_storage(DType dtype, F&& f) {
  if (dtype == DType::boolean) return f(std::type_identity<std::uint8_t>{});
  return visit_dtype(dtype, [&]<class T>(std::type_identity<T> type) {
    if constexpr (std::is_same_v<T, bool>) {
      return f(std::type_identity<std::uint8_t>{});
    } else {
      return f(type);
    }
  });
}

}  // namespace kparity::compare
