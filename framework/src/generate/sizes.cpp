// Sizes at which kernels break: none, one, the widths of a warp and a block, one more and one less, several blocks,
// numbers that the kernel compares with, a prime, the largest.
#include "sizes.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "hash.hpp"

namespace kparity::generate {

namespace {

constexpr std::int64_t small = 999;

/// Evenly among the orders of magnitude (powers of two) of [low, high], then evenly within; low is at least 1.
std::int64_t any_magnitude(std::int64_t low, std::int64_t high, Random& random) {
  const int fewest = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(low)));
  const int most = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(high)));
  const int bits = static_cast<int>(random.between(fewest, most));
  const std::int64_t first = std::int64_t{1} << (bits - 1);
  return random.between(std::max(low, first), std::min(high, first + (first - 1)));
}

/// Distinct values within bounds, in the order they were added.
class Edges {
 public:
  Edges(std::int64_t low, std::int64_t high) : low_(low), high_(high) {}

  void add(std::int64_t value) {
    const auto end = values_.begin() + count_;
    if (value < low_ || value > high_ || std::find(values_.begin(), end, value) != end) return;
    values_[static_cast<std::size_t>(count_++)] = value;
  }
  void add_around(std::int64_t value) {
    add(value - 1);
    add(value);
    add(value + 1);
  }
  std::uint64_t count() const { return static_cast<std::uint64_t>(count_); }
  std::int64_t operator[](std::uint64_t i) const { return values_[i % count()]; }

 private:
  std::int64_t low_, high_;
  std::array<std::int64_t, 32 + 3 * most_constants> values_{};
  std::ptrdiff_t count_ = 0;
};

constexpr std::array<std::int64_t, 6> primes = {257, 61, 1009, 7, 2053, 521};

/// `round` counts how often the list has been walked; a few entries change with it.
Edges edges_of(const SizeRequest& request, std::uint64_t round) {
  Edges edges(request.low, request.high);
  const std::int64_t covered = request.elements_in_block;
  if (request.low > 0) edges.add(request.low);
  edges.add(0);
  edges.add(1);
  edges.add_around(covered);
  for (const std::int64_t constant : request.constants.first(std::min(request.constants.size(), most_constants)))
    edges.add_around(constant);
  edges.add(2);
  edges.add_around(32);
  edges.add_around(2 * covered);
  edges.add(static_cast<std::int64_t>(3 + round % 6) * covered + 1);
  edges.add(static_cast<std::int64_t>(3 + (round + 3) % 6) * covered - 1);
  edges.add(primes[round % primes.size()]);
  edges.add_around(request.block);
  edges.add(request.low + 1);
  edges.add(request.high);
  return edges;
}

/// How far the walk of a size is ahead of that of the first one: fixed in the first round, then another in each.
std::uint64_t lead(std::size_t position, std::uint64_t round) {
  if (position == 0) return 0;
  return round == 0 ? 5 * position + 2 : mix(round ^ std::uint64_t{position} << 32);
}

}  // namespace

std::int64_t any_size(const SizeRequest& request, Random& random) {
  if (request.high < 1) return request.high;
  const std::int64_t low = std::max<std::int64_t>(1, request.low);
  if (request.is_large) return any_magnitude(std::max(low, std::min(request.high, small + 1)), request.high, random);
  return any_magnitude(low, std::min(request.high, std::max(low, small)), random);
}

std::int64_t edge_size(const SizeRequest& request) {
  const std::uint64_t length = edges_of(request, 0).count();
  const std::uint64_t round = request.index / length;
  const Edges edges = edges_of(request, round);
  return edges[request.index % length + lead(request.position, round) % length + request.attempt];
}

}  // namespace kparity::generate
