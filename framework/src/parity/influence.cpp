// Contents come from the input's own generator with another seed, so that a changed case is as legal as any. Integers
// that extents or bounds of generators depend on are not changed: shapes show their influence.
#include "influence.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>

#include "kparity/generate/generate.hpp"

namespace kparity::parity {

namespace {

constexpr unsigned cases_that_prove = 8, most_cases = 24;
constexpr std::uint64_t most_elements = 1 << 16;  // of a case that is looked at
constexpr std::uint64_t other_seed = 0x9e3779b97f4a7c15U;

void add_names(const Expression& expression, std::set<std::string>& names) {
  names.insert(expression.names().begin(), expression.names().end());
}

/// What other draws depend on.
std::set<std::string> structural_names(const spec::KernelSpec& spec) {
  std::set<std::string> names;
  for (const auto& input : spec.inputs) {
    for (const Expression& extent : input.shape) add_names(extent, names);
    for (const spec::Field& field : input.generate.fields) {
      if (const auto* expression = std::get_if<Expression>(&field.value)) add_names(*expression, names);
      if (const auto* real = std::get_if<spec::Real>(&field.value))
        if (const auto* expression = std::get_if<Expression>(real)) add_names(*expression, names);
    }
  }
  for (const auto& output : spec.outputs)
    for (const Expression& extent : output.shape) add_names(extent, names);
  return names;
}

/// The position of a scalar input among the scalars of a case.
std::size_t scalar_index(const spec::KernelSpec& spec, const spec::InputSpec& wanted) {
  std::size_t scalar = 0;
  for (const auto& input : spec.inputs) {
    if (&input == &wanted) break;
    scalar += at(spec.instantiations.front(), input.path).kind == ParameterKind::scalar ? 1 : 0;
  }
  return scalar;
}

/// The case with one input changed; empty if its generator gives the same again.
std::optional<CaseData> with_other(const spec::KernelSpec& spec, const CaseData& data, const spec::InputSpec& input) {
  CaseData changed = data;
  const auto array = std::ranges::find(data.plan, input.name, &generate::ArrayPlan::name);
  if (array == data.plan.end()) {
    const std::size_t scalar = scalar_index(spec, input);
    auto& value = changed.drawn.scalars[scalar];
    value = generate::redraw(spec, data.drawn, scalar, data.drawn.seed ^ other_seed);
    if (value == data.drawn.scalars[scalar]) return std::nullopt;
    return changed;
  }
  const auto index = static_cast<std::size_t>(array - data.plan.begin());
  generate::Case other = data.drawn;
  other.seed ^= other_seed;
  generate::fill(spec, other, *array, changed.inputs[index]);
  if (changed.inputs[index] == data.inputs[index]) return std::nullopt;
  return changed;
}

}  // namespace

Influence::Influence(const spec::KernelSpec& spec) : spec_(spec) {
  const std::set<std::string> structural = structural_names(spec);
  for (const auto& input : spec.inputs) {
    if (input.role != spec::Role::data || input.generate.kind == "constant" || structural.contains(input.name))
      continue;
    const bool unused = std::ranges::find(spec.unused, input.name, &spec::UnusedInput::name) != spec.unused.end();
    asked_.push_back({&input, unused});
  }
}

bool Influence::is_left(const Asked& asked) const {
  return !asked.mattered && asked.changed < (asked.is_declared_unused ? cases_that_prove : most_cases);
}

bool Influence::is_open(const CaseData& data) const {
  std::uint64_t elements = 0, compared = 0;
  for (const auto& array : data.plan) {
    elements += array.elements;
    compared += array.is_output && !array.is_scratch ? array.elements : 0;
  }
  if (compared == 0 || elements > most_elements) return false;
  return std::ranges::any_of(asked_, [this](const Asked& asked) { return is_left(asked); });
}

bool Influence::changes_an_output(const CaseData& changed, const Subject& reference, const Workspace& result) {
  workspace_.prepare(spec_, changed, poison_a);
  reference.run(changed.drawn.instantiation, workspace_);
  for (std::size_t i = 0; i < changed.plan.size(); ++i) {
    if (!changed.plan[i].is_output || changed.plan[i].is_scratch || changed.plan[i].elements == 0) continue;
    const std::span<const std::byte> now = workspace_.array(i), before = result.array(i);
    if (std::memcmp(now.data(), before.data(), now.size()) != 0) return true;
  }
  return false;
}

void Influence::look(const CaseData& data, const Subject& reference, const Workspace& result) {
  for (Asked& asked : asked_) {
    if (!is_left(asked)) continue;
    const auto changed = with_other(spec_, data, *asked.input);
    if (!changed) continue;
    ++asked.changed;
    asked.mattered = changes_an_output(*changed, reference, result);
  }
}

std::string Influence::without_influence() const {
  for (const Asked& asked : asked_)
    if (!asked.is_declared_unused && !asked.mattered && asked.changed >= cases_that_prove) return asked.input->name;
  return "";
}

std::string Influence::used_nevertheless() const {
  for (const Asked& asked : asked_)
    if (asked.is_declared_unused && asked.mattered) return asked.input->name;
  return "";
}

}  // namespace kparity::parity
