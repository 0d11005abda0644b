// How sizes are drawn: at every order of magnitude, or at the edges where kernels break. Shared by the families.
#pragma once

#include <cstdint>
#include <span>

#include "philox.hpp"

namespace kparity::generate {

/// So many constants of a kernel are tried.
inline constexpr std::size_t most_constants = 8;

/// One size of one case that is being drawn.
struct SizeRequest {
  std::int64_t low = 0, high = 0;           // bounds of the spec
  std::int64_t block = 128;                 // threads in a block along this size
  std::int64_t elements_in_block = 128;     // how much of this size a block covers
  std::span<const std::int64_t> constants;  // that the kernel's launch and sources compare with
  bool is_pitch = false;                    // its lower bound is another size
  std::uint64_t index = 0;                  // of the case within its family
  std::size_t position = 0, sizes = 1;      // of this size among the sizes of the kernel, and how many they are
  std::uint64_t attempt = 0;                // rises while the value equals another size of the case
  bool is_large = false;                    // what the family said of this case
};

/// Every order of magnitude equally often, below a thousand unless the case is large.
std::int64_t any_size(const SizeRequest& request, Random& random);

/// Walks a list of edges by the index of the case, so that every edge is hit early.
std::int64_t edge_size(const SizeRequest& request);

}  // namespace kparity::generate
