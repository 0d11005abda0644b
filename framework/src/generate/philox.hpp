// The counter-based generator behind every drawn value: Philox4x32 with ten rounds (Salmon et al., SC 2011). A value is
// a function of (seed, stream, position) alone, so that any element can be made without those before it.
#pragma once

#include <array>
#include <cstdint>

namespace kparity::generate {

/// 64 x 64 -> 128 bit products; an extension of both compilers.
__extension__ typedef unsigned __int128 Wide;

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

/// One block of 128 bits.
PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key);

/// The random words of one argument: the seed is the key, the argument's hash the upper half of the counter.
struct Stream {
  std::uint64_t seed = 0;
  std::uint64_t argument = 0;
};

inline constexpr unsigned chunk_blocks = 32;

/// Consecutive blocks, word by word. Elements are laid out over chunks so that no transposition is needed: with one
/// word an element, element i of a chunk takes word i / 32 of block i % 32; with two words, word 2 * (i / 32) and the
/// one after it.
struct Chunk {
  std::uint32_t word[4][chunk_blocks];
};

/// The first `count` blocks of chunk `number` of a stream; `count` is at most 32, and the others stay as they are.
void philox_chunk(const Stream& stream, std::uint64_t number, unsigned count, Chunk& out);

/// Random numbers one after another, for the few that a descriptor needs.
class Random {
 public:
  explicit Random(Stream stream) : stream_(stream) {}

  std::uint64_t next();
  /// Evenly in [0, bound); `bound` is at least 1.
  std::uint64_t below(std::uint64_t bound);
  /// Evenly in [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high);

 private:
  Stream stream_;
  std::uint64_t position_ = 0;
  PhiloxCounter block_{};
};

}  // namespace kparity::generate
