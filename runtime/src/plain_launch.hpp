// Launch rules that only name integer parameters, as most do (`threads: n`). The names are looked up once, so that the
// shape of a launch costs a load and a division per axis, and everything unusual is left to launch_shape().
#pragma once

#include <array>
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

/// What launch_shape() gives for the rule on these arguments. Empty if the rule is of another kind, and for sizes that
/// are 0, negative or beyond every device, which are for launch_shape() to judge.
std::optional<LaunchShape> shape_of(const PlainLaunch& plain, void** values);

}  // namespace kparity::detail
