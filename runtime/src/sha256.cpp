// SHA-256 after FIPS 180-4. The constants are what the standard defines them to be, the fractional parts of roots of
// primes, computed here in integers instead of copied from a table.
#include "kparity/sha256.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace kparity {

namespace {

using State = std::array<std::uint32_t, 8>;
__extension__ typedef unsigned __int128 Wide;

constexpr bool is_prime(unsigned n) {
  for (unsigned d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n > 1;
}

/// The first 32 bits of the fractional part of the square root (power 2) or cube root (power 3) of `n`: the largest r
/// with r^power <= n * 2^(32 * power), without its integer part.
constexpr std::uint32_t root_fraction(unsigned n, unsigned power) {
  const Wide target = Wide{n} << (32 * power);
  std::uint64_t root = 0;
  for (int bit = 36; bit >= 0; --bit) {
    const Wide trial = root | (std::uint64_t{1} << bit);
    const Wide value = power == 2 ? trial * trial : trial * trial * trial;
    if (value <= target) root = static_cast<std::uint64_t>(trial);
  }
  return static_cast<std::uint32_t>(root);
}

template <std::size_t N>
constexpr std::array<std::uint32_t, N> root_fractions(unsigned power) {
  std::array<std::uint32_t, N> out{};
  std::size_t count = 0;
  for (unsigned n = 2; count < N; ++n) {
    if (is_prime(n)) out[count++] = root_fraction(n, power);
  }
  return out;
}

constexpr auto round_constants = root_fractions<64>(3);
constexpr auto first_state = root_fractions<8>(2);
static_assert(round_constants[0] == 0x428a2f98U && round_constants[63] == 0xc67178f2U);
static_assert(first_state[0] == 0x6a09e667U && first_state[7] == 0x5be0cd19U);

void absorb(State& state, const char* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t b = 0; b < 4; ++b) w[i] = w[i] << 8 | static_cast<unsigned char>(block[4 * i + b]);
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[i - 7] +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t t1 =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
    const std::uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const State mixed{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += mixed[i];
}

}  // namespace

std::string sha256(std::string_view text) {
  State state = first_state;
  std::size_t at = 0;
  for (; text.size() - at >= 64; at += 64) absorb(state, text.data() + at);

  std::string tail(text.substr(at));
  tail += '\x80';
  tail.append((120 - tail.size() % 64) % 64, '\0');
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) tail += static_cast<char>(bits >> shift & 0xff);
  for (std::size_t i = 0; i < tail.size(); i += 64) absorb(state, tail.data() + i);

  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const std::uint32_t word : state) {
    for (int shift = 28; shift >= 0; shift -= 4) out += digits[word >> shift & 0xf];
  }
  return out;
}

}  // namespace kparity
