// Factors of inputs make factors of outputs. They are powers of two, so that inputs are scaled without a rounding.
#include <algorithm>

#include "relation.hpp"

namespace kparity::parity::relations_of {

namespace {

std::optional<Trial> trial(const spec::KernelSpec& spec, const spec::Property& property, const CaseData& data) {
  CaseData scaled = data;
  for (const auto& each : property.names)
    if (spec::find_input(spec, each.name))
      change_input(spec, scaled, each.name, [&](double x, std::size_t) { return x * each.number; });
  Trial made{{data, scaled}, {}};
  for (const std::size_t array : compared_arrays(data)) {
    const auto named = std::ranges::find(property.names, data.plan[array].name, &spec::Property::Named::name);
    made.equations.push_back({{array}, {named == property.names.end() ? -1 : -named->number, 1}});
  }
  return made;
}

}  // namespace

Relation scale() {
  return {.name = "scale", .trial = trial};
}

}  // namespace kparity::parity::relations_of
