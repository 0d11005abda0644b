// The random numbers of a benchmark: a counter-based generator, so that number i of a seed needs none before it and a
// run is repeated from its seed. SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
#pragma once

#include <cstdint>

namespace kparity::bench {

/// Number `index` of the sequence of `seed`.
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Evenly in [0, bound) up to 2^-32 of bias; `bound` is from 1 to 2^32.
constexpr std::uint64_t random_below(std::uint64_t seed, std::uint64_t index, std::uint64_t bound) {
  return (random_bits(seed, index) >> 32) * bound >> 32;
}

}  // namespace kparity::bench
