// The two hash functions of case generation: one from names to stream numbers, one that spreads the bits of a number.
// Both are part of what a token means: changing them changes every array.
#pragma once

#include <cstdint>
#include <string_view>

namespace kparity::generate {

/// FNV-1a.
constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

/// A bijection on 64 bits in which every input bit influences every output bit.
constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

}  // namespace kparity::generate
