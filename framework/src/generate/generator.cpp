// The public functions: each prepares a spec, or uses one that is prepared already.
#include <fmt/format.h>

#include "family.hpp"
#include "kparity/generate/generate.hpp"
#include "listing.hpp"
#include "prepared.hpp"

namespace kparity::generate {

namespace {

bool is_literal(const spec::Field& field) {
  if (const auto* expression = std::get_if<Expression>(&field.value)) return expression->names().empty();
  const auto* real = std::get_if<spec::Real>(&field.value);
  const auto* expression = real ? std::get_if<Expression>(real) : nullptr;
  return !expression || expression->names().empty();
}

/// What is wrong with an input whatever the case.
std::string literal_problem(const spec::InputSpec& input, DType dtype) {
  const auto& fields = input.generate.fields;
  if (!std::all_of(fields.begin(), fields.end(), is_literal)) return {};
  const Values none = [](std::string_view) { return std::int64_t{0}; };
  try {
    return find_kind(input.generate.kind).why_not(argument_of(input, dtype, none), 1);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
}

/// Of "alias" or "special.nan".
std::string why_no_class(std::string_view name) {
  const auto dot = name.find('.');
  std::vector<std::string> known;
  for (const auto& family : families()) {
    if (family.name != name.substr(0, dot)) continue;
    if (family.by_name)
      return fmt::format("'{}' is drawn only where --family asks for it, so it cannot be mandatory", family.name);
    if (dot == std::string_view::npos) return "";
    for (const auto& each : family.classes) {
      if (each.name == name.substr(dot + 1)) return "";
      known.push_back(family.name + "." + each.name);
    }
    return fmt::format("family '{}' has no class '{}'; {}", family.name, name.substr(dot + 1),
                       known.empty() ? "it has none" : "there are: " + listed(known));
  }
  for (const auto& family : families()) known.push_back(family.name);
  return fmt::format("'{}' is no family{}; there are: {}", name.substr(0, dot),
                     spec::did_you_mean(name.substr(0, dot), known), listed(known));
}

}  // namespace

std::vector<spec::KindRule> generator_rules() {
  std::vector<spec::KindRule> rules;
  for (auto& kind : kinds::all_kinds()) rules.push_back(std::move(kind.rule));
  return rules;
}

const std::vector<FamilyInfo>& families() {
  static const std::vector<FamilyInfo> table = [] {
    std::vector<FamilyInfo> infos;
    for (const auto& family : family_table()) infos.push_back(family.info);
    return infos;
  }();
  return table;
}

std::vector<spec::Problem> problems(const spec::KernelSpec& spec) {
  std::vector<spec::Problem> found;
  for (const auto& input : spec.inputs) {
    for (const auto& signature : spec.instantiations) {
      const auto problem = literal_problem(input, at(signature, input.path).dtype);
      if (problem.empty()) continue;
      found.push_back(
          {input.generate.where, fmt::format("generator '{}' of '{}': {}", input.generate.kind, input.name, problem)});
      break;
    }
  }
  for (const auto& mandatory : spec.mandatory)
    if (auto why = why_no_class(mandatory.name); !why.empty())
      found.push_back({mandatory.where, "'mandatory' of cases: " + std::move(why)});
  return found;
}

Generator::Generator(const spec::KernelSpec& spec) : prepared_(std::make_shared<const Prepared>(prepare(spec))) {}

Case Generator::draw(std::size_t instantiation, std::string_view family, std::uint64_t campaign_seed,
                     std::uint64_t index) const {
  return generate::draw(*prepared_, instantiation, family, campaign_seed, index);
}

std::vector<Case> Generator::shrinks(const Case& drawn) const {
  return generate::shrinks(*prepared_, drawn);
}

std::vector<Case> Generator::calls(const Case& drawn) const {
  return generate::calls(*prepared_, drawn);
}

std::vector<std::string> Generator::classes(const Case& drawn) const {
  return generate::classes(*prepared_, drawn);
}

std::string Generator::why_illegal(const Case& drawn, std::uint64_t limit_bytes) const {
  return problem_of(*prepared_, drawn, limit_bytes);
}

std::vector<ArrayPlan> Generator::plan(const Case& drawn, std::uint64_t limit_bytes) const {
  return generate::plan(*prepared_, drawn, limit_bytes);
}

void Generator::fill(const Case& drawn, const ArrayPlan& array, std::span<std::byte> out) const {
  generate::fill(*prepared_, drawn, array, out);
}

std::string Generator::why_no_edit(const Case& drawn, const Edit& edit) const {
  return generate::why_no_edit(*prepared_, drawn, edit);
}

Case draw(const spec::KernelSpec& spec, std::size_t instantiation, std::string_view family, std::uint64_t campaign_seed,
          std::uint64_t index) {
  return draw(prepare(spec), instantiation, family, campaign_seed, index);
}

std::vector<Case> shrinks(const spec::KernelSpec& spec, const Case& drawn) {
  return shrinks(prepare(spec), drawn);
}

std::vector<Case> calls(const spec::KernelSpec& spec, const Case& drawn) {
  return calls(prepare(spec), drawn);
}

std::vector<ArrayPlan> plan(const spec::KernelSpec& spec, const Case& drawn, std::uint64_t limit_bytes) {
  return plan(prepare(spec), drawn, limit_bytes);
}

void fill(const spec::KernelSpec& spec, const Case& drawn, const ArrayPlan& array, std::span<std::byte> out) {
  fill(prepare(spec), drawn, array, out);
}

}  // namespace kparity::generate
