// The checks of a spec that need all of it: every parameter is spoken for, no value depends on itself, and no extent
// can be negative.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

// --- Coverage ---

Location place_of_parameter(const Reading& reading, std::size_t parameter) {
  Location where = reading.spec.signature_where;
  if (reading.signature_is_verbatim) where.column += static_cast<int>(reading.declaration.offsets.at(parameter));
  return where;
}

// What is wrong with the declarations about one scalar or pointer, or empty.
std::string why_uncovered(const KernelSpec& spec, const Parameter& parameter, const std::string& name) {
  const bool is_input = find_input(spec, name) != nullptr, is_output = find_output(spec, name) != nullptr;
  if (parameter.kind == ParameterKind::scalar) {
    return is_input || is_output ? "" : fmt::format("scalar '{}' is not among the inputs", name);
  }
  if (parameter.is_const) {
    return is_input || is_output ? "" : fmt::format("'{}' is neither an input nor an output", name);
  }
  if (is_output) return "";
  if (!is_input) return fmt::format("'{}' is neither an input nor an output", name);
  return fmt::format(
      "'{}' points to non-const but is not an output; declare it under outputs, with 'role: scratch' if it "
      "is work space, or make it const",
      name);
}

// --- Cycles ---

void add_names(const Expression& expression, std::set<std::string>& names) {
  names.insert(expression.names().begin(), expression.names().end());
}

// The inputs that the value of `input` is computed from.
std::set<std::string> dependencies(const KernelSpec& spec, const InputSpec& input) {
  std::set<std::string> names;
  for (const Field& field : input.generate.fields) {
    if (const auto* expression = std::get_if<Expression>(&field.value)) add_names(*expression, names);
    if (const auto* real = std::get_if<Real>(&field.value)) {
      if (const auto* expression = std::get_if<Expression>(real)) add_names(*expression, names);
    }
    if (const auto* word = std::get_if<std::string>(&field.value); word && find_input(spec, *word)) names.insert(*word);
  }
  for (const Expression& extent : input.shape) add_names(extent, names);
  return names;
}

class CycleSearch {
 public:
  explicit CycleSearch(Reading& reading) : reading_(reading) {}

  void run() {
    for (const InputSpec& input : reading_.spec.inputs) visit(input);
  }

 private:
  void visit(const InputSpec& input) {
    if (done_.contains(input.name)) return;
    const auto seen = std::find(path_.begin(), path_.end(), input.name);
    if (seen != path_.end()) {
      std::vector<std::string> cycle(seen, path_.end());
      cycle.push_back(input.name);
      report(reading_.problems, input.where,
             fmt::format("'{}' depends on itself: {}", input.name, join(cycle, " -> ")));
      return;
    }
    path_.push_back(input.name);
    for (const std::string& name : dependencies(reading_.spec, input)) {
      if (const InputSpec* next = find_input(reading_.spec, name)) visit(*next);
    }
    path_.pop_back();
    done_.insert(input.name);
  }

  Reading& reading_;
  std::vector<std::string> path_;
  std::set<std::string> done_;
};

// --- Extents ---

// The smallest value an integer scalar can take, where its generator says so in a number.
std::optional<std::int64_t> least_of(const InputSpec& input) {
  for (const std::string_view name : {"min", "value"}) {
    const Field* field = input.generate.find(name);
    if (!field) continue;
    if (const auto* expression = std::get_if<Expression>(&field->value)) return literal(*expression);
    if (const auto* real = std::get_if<Real>(&field->value)) {
      if (const auto* value = std::get_if<double>(real); value && *value >= -9e18 && *value <= 9e18) {
        return static_cast<std::int64_t>(*value);
      }
    }
  }
  return std::nullopt;
}

void check_extent(Reading& reading, const Expression& extent, const std::string& array, const Location& where,
                  std::set<std::string>& said) {
  const InputSpec* size = find_input(reading.spec, extent.text());
  const auto least = size ? least_of(*size) : std::nullopt;
  if (!least || *least >= 0 || !said.insert(size->name).second) return;
  report(reading.problems, where,
         fmt::format("'{}' is an extent of '{}', but its generator goes down to {}", size->name, array, *least));
}

}  // namespace

void check_coverage(Reading& reading) {
  if (!reading.has_signature() || !reading.has_inputs || !reading.has_outputs) return;
  const Signature& signature = reading.spec.instantiations.front();
  const auto check = [&](std::size_t index, const Parameter& parameter, const std::string& name) {
    const std::string why = why_uncovered(reading.spec, parameter, name);
    if (!why.empty()) report(reading.problems, place_of_parameter(reading, index), why);
  };
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (parameter.kind != ParameterKind::structure) check(i, parameter, parameter.name);
    for (const Parameter& field : parameter.fields) check(i, field, parameter.name + "." + field.name);
  }
}

void check_cycles(Reading& reading) {
  CycleSearch(reading).run();
}

void check_extents(Reading& reading) {
  std::set<std::string> said;
  for (const InputSpec& input : reading.spec.inputs) {
    for (const Expression& extent : input.shape) check_extent(reading, extent, input.name, input.where, said);
  }
  for (const OutputSpec& output : reading.spec.outputs) {
    for (const Expression& extent : output.shape) check_extent(reading, extent, output.name, output.where, said);
  }
}

}  // namespace kparity::spec
