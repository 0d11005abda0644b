// Where there is nothing there comes nothing: outputs are zero, and those that are read and written stay as they are.
#include "relation.hpp"

namespace kparity::parity::relations_of {

namespace {

std::optional<Trial> trial(const spec::KernelSpec& spec, const spec::Property& property, const CaseData& data) {
  CaseData none = data;
  for (const auto& each : property.names) change_input(spec, none, each.name, [](double, std::size_t) { return 0.; });
  Trial made{{none}, {}};
  for (const std::size_t array : compared_arrays(data))
    made.equations.push_back({{array}, {1}, 0, data.plan[array].is_input ? 1. : 0.});
  return made;
}

}  // namespace

Relation zero_input() {
  return {.name = "zero_input", .trial = trial};
}

}  // namespace kparity::parity::relations_of
