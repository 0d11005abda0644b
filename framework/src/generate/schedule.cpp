// Which family draws which case of a campaign. Turns are spread evenly over a cycle, so that every family is drawn
// early and a campaign of a few cases has some of the most important ones.
#include <algorithm>

#include "family.hpp"

namespace kparity::generate {

namespace {

std::vector<FamilyUse> uses_of(const spec::KernelSpec& spec, const std::vector<std::string>& wanted) {
  const Prepared prepared = prepare(spec);
  std::vector<FamilyUse> uses;
  for (const auto& name : wanted) find_family(name);
  for (const auto& family : family_table()) {
    if (!wanted.empty() && std::ranges::find(wanted, family.info.name) == wanted.end()) continue;
    if (wanted.empty() && family.info.by_name) continue;
    FamilyUse use{family.info.name, family.weight, family.why_not ? family.why_not(prepared) : ""};
    if (!use.why_not.empty()) use.weight = 0;
    uses.push_back(std::move(use));
  }
  return uses;
}

/// Each family as often as its weight; whoever has waited longest for its share comes next.
std::vector<std::size_t> turns_of(const std::vector<FamilyUse>& uses) {
  std::int64_t all = 0;
  for (const auto& use : uses) all += use.weight;
  std::vector<std::int64_t> waiting(uses.size(), 0);
  std::vector<std::size_t> turns;
  for (std::int64_t turn = 0; turn < all; ++turn) {
    for (std::size_t i = 0; i < uses.size(); ++i) waiting[i] += uses[i].weight;
    const auto next = std::ranges::max_element(waiting);
    *next -= all;
    turns.push_back(static_cast<std::size_t>(next - waiting.begin()));
  }
  return turns;
}

}  // namespace

Schedule::Schedule(const spec::KernelSpec& spec, std::uint64_t seed, const std::vector<std::string>& families)
    : generator_(spec),
      instantiations_(spec.instantiations.size()),
      seed_(seed),
      families_(uses_of(spec, families)),
      turns_(turns_of(families_)) {}

Case Schedule::draw(std::uint64_t number) const {
  if (turns_.empty()) throw InvalidArgument("no family draws a case");
  const std::uint64_t cycle = number / turns_.size(), turn = number % turns_.size();
  const std::size_t family = turns_[turn];
  const auto before = std::count(turns_.begin(), turns_.begin() + static_cast<std::ptrdiff_t>(turn), family);
  const std::uint64_t own = cycle * families_[family].weight + static_cast<std::uint64_t>(before);
  return generator_.draw(own % instantiations_, families_[family].family, seed_, own / instantiations_);
}

}  // namespace kparity::generate
