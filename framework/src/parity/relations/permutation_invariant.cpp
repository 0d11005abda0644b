// The order of elements does not matter: of the terms of a sum, of particles that are counted.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "relation.hpp"

namespace kparity::parity::relations_of {

namespace {

std::vector<std::size_t> some_order(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = count; i > 1; --i) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    std::swap(order[i - 1], order[(seed >> 33) % i]);
  }
  return order;
}

std::optional<Trial> trial(const spec::KernelSpec&, const spec::Property& property, const CaseData& data) {
  CaseData shuffled = data;
  for (const auto& each : property.names) {
    const std::size_t array = array_of(data, each.name).value(), width = size_of(data.plan[array].dtype);
    const auto order = some_order(data.plan[array].elements, data.drawn.seed);
    if (order.size() < 2) return std::nullopt;
    for (std::size_t i = 0; i < order.size(); ++i)
      std::memcpy(shuffled.inputs[array].data() + i * width, data.inputs[array].data() + order[i] * width, width);
  }
  Trial made{{data, shuffled}, {}};
  for (const std::size_t array : compared_arrays(data)) made.equations.push_back({{array}, {1, -1}});
  return made;
}

}  // namespace

Relation permutation_invariant() {
  return {.name = "permutation_invariant", .trial = trial};
}

}  // namespace kparity::parity::relations_of
