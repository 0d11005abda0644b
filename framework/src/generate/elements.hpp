// Loops that turn the random words of a stream into elements, chunk by chunk. Element i depends on the stream and on i
// only, and the whole-chunk loops have a fixed length, so that compilers make vector code of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "philox.hpp"

namespace kparity::generate {

/// out[i] = value(word) from one 32-bit word an element.
template <class T, class F>
void fill_from_words(const Stream& stream, std::span<T> out, F value) {
  constexpr std::size_t in_chunk = 4 * chunk_blocks;
  Chunk chunk;
  std::size_t first = 0;
  for (; first + in_chunk <= out.size(); first += in_chunk) {
    philox_chunk(stream, first / in_chunk, chunk_blocks, chunk);
    T* to = out.data() + first;
    for (const auto& words : chunk.word) {
      for (unsigned j = 0; j < chunk_blocks; ++j) to[j] = value(words[j]);
      to += chunk_blocks;
    }
  }
  const std::size_t rest = out.size() - first;
  if (rest == 0) return;
  philox_chunk(stream, first / in_chunk, static_cast<unsigned>(std::min<std::size_t>(rest, chunk_blocks)), chunk);
  for (std::size_t i = 0; i < rest; ++i) out[first + i] = value(chunk.word[i / chunk_blocks][i % chunk_blocks]);
}

/// out[i] = value(word, other word) from two 32-bit words an element.
template <class T, class F>
void fill_from_pairs(const Stream& stream, std::span<T> out, F value) {
  constexpr std::size_t in_chunk = 2 * chunk_blocks;
  Chunk chunk;
  std::size_t first = 0;
  for (; first + in_chunk <= out.size(); first += in_chunk) {
    philox_chunk(stream, first / in_chunk, chunk_blocks, chunk);
    T* to = out.data() + first;
    for (unsigned j = 0; j < chunk_blocks; ++j) to[j] = value(chunk.word[0][j], chunk.word[1][j]);
    to += chunk_blocks;
    for (unsigned j = 0; j < chunk_blocks; ++j) to[j] = value(chunk.word[2][j], chunk.word[3][j]);
  }
  const std::size_t rest = out.size() - first;
  if (rest == 0) return;
  philox_chunk(stream, first / in_chunk, static_cast<unsigned>(std::min<std::size_t>(rest, chunk_blocks)), chunk);
  for (std::size_t i = 0; i < rest; ++i) {
    const std::size_t half = 2 * (i / chunk_blocks), j = i % chunk_blocks;
    out[first + i] = value(chunk.word[half][j], chunk.word[half + 1][j]);
  }
}

/// Evenly in [0, 1) from two words, in steps of 2^-62 before rounding to double. Signed conversions are the ones that
/// processors have as vector instructions.
inline double unit_double(std::uint32_t upper, std::uint32_t lower) {
  return static_cast<double>(static_cast<std::int32_t>(upper >> 1)) * 0x1p-31 +
         static_cast<double>(static_cast<std::int32_t>(lower >> 1)) * 0x1p-62;
}

/// Evenly in [0, 1] from one word; 1 only by rounding.
inline float unit_float(std::uint32_t word) {
  return static_cast<float>(static_cast<std::int32_t>(word >> 1)) * 0x1p-31f;
}

inline std::uint64_t join(std::uint32_t upper, std::uint32_t lower) {
  return std::uint64_t{upper} << 32 | lower;
}

}  // namespace kparity::generate
