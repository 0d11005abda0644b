// A sum over outputs is what it was before the call, plus what comes in: charge, mass, counts.
#include "kparity/generate/case.hpp"
#include "relation.hpp"

namespace kparity::parity::relations_of {

namespace {

std::optional<Trial> trial(const spec::KernelSpec& spec, const spec::Property& property, const CaseData& data) {
  Equation equation;
  equation.factors = {1};
  equation.sums = true;
  for (const auto& each : property.names) equation.arrays.push_back(array_of(data, each.name).value());
  for (const std::string& name : property.was) {
    const std::size_t array = array_of(data, name).value();
    for (const double value : numbers_of(data.plan[array], data.inputs[array])) equation.constant += value;
  }
  for (const Expression& size : property.plus)
    equation.constant += static_cast<double>(generate::evaluate(spec, data.drawn, size));
  return Trial{{data}, {equation}};
}

}  // namespace

Relation conserves() {
  return {.name = "conserves", .trial = trial};
}

}  // namespace kparity::parity::relations_of
