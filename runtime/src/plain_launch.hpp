// Launch rules that only name integer parameters, as most do (`threads: n`). The names are looked up once, so that the
// shape of a launch costs a load and a division per axis, and everything unusual is left to launch_shape().
#pragma once

#include <array>
#include <cstring>
#include <optional>

#include "kparity/definition.hpp"

namespace kparity::detail {

/// Such a rule for one instantiation.
struct PlainLaunch {
  struct Size {
    std::size_t parameter = 0;
    std::size_t offset = 0;  // in bytes, of a structure's field
    DType dtype = DType::int32;
  };
  std::size_t rank = 0;  // of the threads; 0: the rule is of another kind
  std::array<Size, 3> threads{};
  std::array<std::uint32_t, 3> block{1, 1, 1};
};

/// `rule` must have been checked against `signature`.
PlainLaunch plain_launch(const LaunchRule& rule, const Signature& signature);

/// Beyond 63 bits a number comes out negative.
std::int64_t value_of_any_type(const PlainLaunch::Size& size, const char* value);
inline std::int64_t value_of(const PlainLaunch::Size& size, void** values) {
  const char* const value = static_cast<const char*>(values[size.parameter]) + size.offset;
  if (size.dtype != DType::int32) return value_of_any_type(size, value);
  std::int32_t number;
  std::memcpy(&number, value, sizeof number);
  return number;
}

/// What launch_shape() gives for the rule on these arguments. Empty if the rule is of another kind, and for sizes that
/// are 0, negative or beyond every device, which are for launch_shape() to judge.
inline std::optional<LaunchShape> shape_of(const PlainLaunch& plain, void** values) {
  if (plain.rank == 0) return std::nullopt;
  LaunchShape shape;
  shape.block = plain.block;
  for (std::size_t axis = 0; axis < plain.rank; ++axis) {
    const std::int64_t threads = value_of(plain.threads[axis], values);
    if (threads < 1 || threads > INT32_MAX) return std::nullopt;
    const std::uint32_t blocks = (static_cast<std::uint32_t>(threads) - 1) / plain.block[axis] + 1;  // in 32 bits: fast
    if (blocks > max_grid[axis]) return std::nullopt;
    shape.grid[axis] = blocks;
  }
  return shape;
}

}  // namespace kparity::detail
