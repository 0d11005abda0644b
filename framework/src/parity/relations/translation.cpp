// What is added to inputs is added to outputs. Inputs are first rounded so that the addition itself is exact.
#include <algorithm>

#include "relation.hpp"

namespace kparity::parity::relations_of {

namespace {

/// The nearest number to which `by` can be added exactly, in the type that holds x; 0 if that is none.
double rounded_for(double x, double by, DType dtype) {
  if (dtype == DType::float32) {
    const float moved = static_cast<float>(x) + static_cast<float>(by), back = moved - static_cast<float>(by);
    return static_cast<double>(back) + by == static_cast<double>(moved) ? static_cast<double>(back) : 0;
  }
  const double moved = x + by, back = moved - by;
  return back + by == moved && moved - back == by ? back : 0;
}

DType dtype_of_input(const spec::KernelSpec& spec, const CaseData& data, const std::string& name) {
  return at(spec.instantiations[data.drawn.instantiation], spec::find_input(spec, name)->path).dtype;
}

std::optional<Trial> trial(const spec::KernelSpec& spec, const spec::Property& property, const CaseData& data) {
  CaseData rounded = data;
  for (const auto& each : property.names) {
    if (!spec::find_input(spec, each.name)) continue;
    const DType dtype = dtype_of_input(spec, data, each.name);
    change_input(spec, rounded, each.name, [&](double x, std::size_t) { return rounded_for(x, each.number, dtype); });
  }
  CaseData moved = rounded;
  for (const auto& each : property.names)
    if (spec::find_input(spec, each.name))
      change_input(spec, moved, each.name, [&](double x, std::size_t) { return x + each.number; });
  Trial made{{rounded, moved}, {}};
  for (const std::size_t array : compared_arrays(data)) {
    const auto named = std::ranges::find(property.names, data.plan[array].name, &spec::Property::Named::name);
    made.equations.push_back({{array}, {-1, 1}, named == property.names.end() ? 0 : named->number});
  }
  return made;
}

}  // namespace

Relation translation() {
  return {.name = "translation", .trial = trial};
}

}  // namespace kparity::parity::relations_of
