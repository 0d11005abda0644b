// Philox4x32-10 in two forms: one block at a time, and up to 32 blocks in loops that compilers turn into vector code.
#include "philox.hpp"

namespace kparity::generate {

namespace {

constexpr unsigned rounds = 10;
constexpr std::uint32_t multiplier0 = 0xD2511F53u, multiplier1 = 0xCD9E8D57u;
constexpr std::uint32_t weyl0 = 0x9E3779B9u, weyl1 = 0xBB67AE85u;

constexpr std::uint32_t low_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
constexpr std::uint32_t high_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

/// The rounds of `count` blocks side by side. One loop over the blocks in each round: both compilers make vector code
/// of it.
inline void all_rounds(Chunk& chunk, unsigned count, PhiloxKey key) {
  auto& [c0, c1, c2, c3] = chunk.word;
  for (unsigned round = 0; round < rounds; ++round) {
    for (unsigned j = 0; j < count; ++j) {
      const std::uint64_t product0 = std::uint64_t{multiplier0} * c0[j];
      const std::uint64_t product1 = std::uint64_t{multiplier1} * c2[j];
      c0[j] = high_word(product1) ^ c1[j] ^ key[0];
      c1[j] = low_word(product1);
      c2[j] = high_word(product0) ^ c3[j] ^ key[1];
      c3[j] = low_word(product0);
    }
    key[0] += weyl0;
    key[1] += weyl1;
  }
}

}  // namespace

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  for (unsigned round = 0; round < rounds; ++round) {
    const std::uint64_t product0 = std::uint64_t{multiplier0} * counter[0];
    const std::uint64_t product1 = std::uint64_t{multiplier1} * counter[2];
    counter = {high_word(product1) ^ counter[1] ^ key[0], low_word(product1), high_word(product0) ^ counter[3] ^ key[1],
               low_word(product0)};
    key[0] += weyl0;
    key[1] += weyl1;
  }
  return counter;
}

void philox_chunk(const Stream& stream, std::uint64_t number, unsigned count, Chunk& out) {
  const std::uint64_t first = number * chunk_blocks;  // a multiple of 32: the lower half never carries within a chunk
  const PhiloxKey key = {low_word(stream.seed), high_word(stream.seed)};
  for (unsigned j = 0; j < count; ++j) {
    out.word[0][j] = low_word(first) + j;
    out.word[1][j] = high_word(first);
    out.word[2][j] = low_word(stream.argument);
    out.word[3][j] = high_word(stream.argument);
  }
  if (count == chunk_blocks) {
    all_rounds(out, chunk_blocks, key);
  } else {
    all_rounds(out, count, key);
  }
}

std::uint64_t Random::next() {
  const bool second = position_ % 2 != 0;
  if (!second) {
    const std::uint64_t block = position_ / 2;
    block_ = philox({low_word(block), high_word(block), low_word(stream_.argument), high_word(stream_.argument)},
                    {low_word(stream_.seed), high_word(stream_.seed)});
  }
  ++position_;
  return second ? block_[2] | std::uint64_t{block_[3]} << 32 : block_[0] | std::uint64_t{block_[1]} << 32;
}

std::uint64_t Random::below(std::uint64_t bound) {
  return static_cast<std::uint64_t>(Wide{next()} * bound >> 64);
}

std::int64_t Random::between(std::int64_t low, std::int64_t high) {
  const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const std::uint64_t offset = span == ~std::uint64_t{0} ? next() : below(span + 1);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
}

}  // namespace kparity::generate
