// Numbers as text, with std::to_chars for the shortest decimal that survives a round trip.
#include "number_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "element.hpp"

namespace kparity::compare {

namespace {

template <class T>
std::string shortest(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "NaN";
  }
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return {buffer, end};
}

std::string boolean_text(std::uint8_t byte) {
  if (byte > 1) return fmt::format("{} (no boolean)", byte);
  return byte ? "true" : "false";
}

}  // namespace

std::string decimal_text(DType dtype, const std::byte* element) {
  if (dtype == DType::boolean) return boolean_text(load<std::uint8_t>(element, 0));
  return visit_storage(dtype, [&]<class T>(std::type_identity<T>) {
    const T value = load<T>(element, 0);
    if constexpr (sizeof(T) == 1) {
      return shortest(static_cast<int>(value));
    } else {
      return shortest(value);
    }
  });
}

std::string bits_text(DType dtype, const std::byte* element) {
  return visit_storage(dtype, [&]<class T>(std::type_identity<T>) {
    return fmt::format("0x{:0{}x}", std::uint64_t{load<Bits<T>>(element, 0)}, 2 * sizeof(T));
  });
}

std::string rounded_text(double value) {
  return fmt::format("{:.2g}", value);
}

std::string exact_text(double value) {
  return shortest(value);
}

}  // namespace kparity::compare
