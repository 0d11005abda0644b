// Which families a campaign draws from, and how often.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "spec_builder.hpp"

namespace kparity::generate {

namespace {

std::map<std::string, int> families_of(const Schedule& schedule, std::uint64_t cases) {
  std::map<std::string, int> found;
  for (std::uint64_t number = 0; number < cases; ++number) ++found[schedule.draw(number).family];
  return found;
}

}  // namespace

TEST(Schedule, draws_every_family_that_fits_in_proportion_to_its_weight) {
  const auto spec = test::axpy();
  const Schedule schedule(spec, 1);
  unsigned weights = 0;
  for (const auto& use : schedule.families()) weights += use.weight;
  const auto found = families_of(schedule, 10 * weights);
  for (const auto& use : schedule.families()) {
    EXPECT_EQ(use.weight == 0, !use.why_not.empty()) << use.family;
    EXPECT_EQ(found.contains(use.family) ? found.at(use.family) : 0, static_cast<int>(10 * use.weight)) << use.family;
  }
  EXPECT_FALSE(found.contains("alias"));
}

TEST(Schedule, draws_all_of_them_early) {
  const auto found = families_of(Schedule(test::axpy(), 1), 40);
  for (const char* name : {"realistic", "shapes", "special", "exact", "repeat", "large"})
    EXPECT_TRUE(found.contains(name)) << name;
}

TEST(Schedule, counts_the_cases_of_a_family_without_gaps_over_all_instantiations) {
  const auto spec = test::push();
  const Schedule schedule(spec, 5);
  std::map<std::string, std::uint64_t> seen;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const Case drawn = schedule.draw(number);
    const std::uint64_t own = seen[drawn.family]++;
    EXPECT_EQ(drawn, draw(spec, own % 2, drawn.family, 5, own / 2));
  }
}

TEST(Schedule, keeps_to_the_families_that_are_asked_for) {
  const auto spec = test::axpy();
  EXPECT_EQ(families_of(Schedule(spec, 1, {"shapes"}), 7), (std::map<std::string, int>{{"shapes", 7}}));
  const Schedule none(spec, 1, {"alias"});
  EXPECT_FALSE(none.draws());
  EXPECT_EQ(none.families().at(0).why_not, "no output says `may_alias:`");
  EXPECT_THROW(none.draw(0), InvalidArgument);
  EXPECT_THROW(Schedule(spec, 1, {"alais"}), InvalidArgument);
}

}  // namespace kparity::generate
