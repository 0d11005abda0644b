// Superposition without a rounding of the inputs: the elements are shared out to two cases by a mask, which finds
// products of different elements, and doubled, which finds powers of one.
#include "relation.hpp"

namespace kparity::parity::relations_of {

namespace {

/// Pseudo-random, and the same for the same case.
bool is_first(const CaseData& data, std::size_t index) {
  return ((data.drawn.seed + index) * 0x9e3779b97f4a7c15U >> 63) != 0;
}

std::optional<Trial> trial(const spec::KernelSpec& spec, const spec::Property& property, const CaseData& data) {
  CaseData none = data, one = data, other = data, twice = data;
  for (const auto& each : property.names) {
    change_input(spec, none, each.name, [](double, std::size_t) { return 0.; });
    change_input(spec, one, each.name, [&](double x, std::size_t i) { return is_first(data, i) ? x : 0; });
    change_input(spec, other, each.name, [&](double x, std::size_t i) { return is_first(data, i) ? 0 : x; });
    change_input(spec, twice, each.name, [](double x, std::size_t) { return 2 * x; });
  }
  Trial made{{data, none, one, other, twice}, {}};
  for (const std::size_t array : compared_arrays(data)) {
    made.equations.push_back({{array}, {1, 1, -1, -1, 0}});
    made.equations.push_back({{array}, {-2, 1, 0, 0, 1}});
  }
  return made;
}

}  // namespace

Relation linear_in() {
  return {.name = "linear_in", .trial = trial};
}

}  // namespace kparity::parity::relations_of
