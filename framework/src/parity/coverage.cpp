// Cases outside the domain of the kernel are counted apart: they do not make a mandatory class drawn.
#include "coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace kparity::parity {

using result::FamilyCases;

namespace {

FamilyCases& find_or_add(std::vector<FamilyCases>& families, const std::string& name) {
  const auto found = std::ranges::find(families, name, &FamilyCases::family);
  if (found != families.end()) return *found;
  families.emplace_back().family = name;
  return families.back();
}

/// Of "alias" or "special.nan"; empty if it is none that was looked for.
std::uint64_t cases_of(const std::vector<FamilyCases>& families, std::string_view name) {
  for (const auto& family : families) {
    if (name == family.family) return family.cases - family.outside;
    for (const auto& each : family.classes)
      if (name == family.family + "." + each.name) return each.cases;
  }
  return 0;
}

std::string why_not(const std::vector<FamilyCases>& families, std::string_view name) {
  const auto family = std::ranges::find(families, name.substr(0, name.find('.')), &FamilyCases::family);
  return family == families.end() || family->why_not.empty() ? "" : ": " + family->why_not;
}

}  // namespace

Coverage::Coverage(const generate::Schedule& schedule) : schedule_(schedule) {
  for (const auto& use : schedule.families()) {
    FamilyCases family;
    family.family = use.family;
    family.why_not = use.why_not;
    families_.push_back(std::move(family));
  }
}

void Coverage::add(const generate::Case& drawn, bool outside) {
  FamilyCases& family = find_or_add(families_, drawn.family);
  ++family.cases;
  if (outside) {
    ++family.outside;
    return;
  }
  for (auto& name : schedule_.generator().classes(drawn)) {
    const auto found = std::ranges::find(family.classes, name, &result::Drawn::name);
    if (found != family.classes.end()) {
      ++found->cases;
    } else {
      family.classes.push_back({std::move(name), 1});
    }
  }
}

void judge_coverage(const spec::KernelSpec& spec, result::Outcome& outcome) {
  if (outcome.verdict != result::Verdict::pass) return;
  for (const auto& mandatory : spec.mandatory) {
    if (cases_of(outcome.families, mandatory.name) > 0) continue;
    outcome.verdict = result::Verdict::vacuous;
    outcome.reason = fmt::format("no case of '{}', which is mandatory ({}:{}), was among {} cases{}", mandatory.name,
                                 std::filesystem::path(mandatory.where.file).filename().string(), mandatory.where.line,
                                 outcome.cases, why_not(outcome.families, mandatory.name));
    return;
  }
}

void judge_emptiness(result::Outcome& outcome) {
  if (outcome.verdict != result::Verdict::pass || outcome.cases > 0) return;
  outcome.verdict = result::Verdict::skipped;
  for (const auto& family : outcome.families)
    if (!family.why_not.empty())
      outcome.reason +=
          fmt::format("{}family {}: {}", outcome.reason.empty() ? "" : "; ", family.family, family.why_not);
}

}  // namespace kparity::parity
