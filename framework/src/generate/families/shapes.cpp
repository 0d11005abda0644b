// Sizes at which kernels break: none, one, the widths of a warp and a block, one more and one less, several blocks, a
// prime, the largest. The list is walked by the index of the case, so that every edge is hit early.
#include <algorithm>
#include <array>

#include "family.hpp"
#include "hash.hpp"

namespace kparity::generate::family {

namespace {

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
  std::array<std::int64_t, 32> values_{};
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

bool is_large(Random&) {
  return true;
}

std::int64_t size(const SizeRequest& request, Random&) {
  const std::uint64_t length = edges_of(request, 0).count();
  const std::uint64_t round = request.index / length;
  const Edges edges = edges_of(request, round);
  return edges[request.index % length + lead(request.position, round) % length + request.attempt];
}

}  // namespace

Family shapes() {
  return {
      .info =
          {.name = "shapes",
           .doc =
               "Sizes at edges: 0, 1, 2, a warp, a block and multiples plus and minus one, a prime, the largest; all "
               "extents different."},
      .is_large = is_large,
      .size = size};
}

}  // namespace kparity::generate::family
