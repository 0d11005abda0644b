// The search and shrink loop, with plain predicates instead of kernels.
#include "property.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kparity::parity {
namespace {

generate::Case with_size(std::uint64_t n) {
  generate::Case drawn;
  drawn.scalars.push_back({DType::int32, n});
  return drawn;
}

std::vector<generate::Case> smaller(const generate::Case& drawn) {
  const auto n = drawn.scalars[0].bits;
  std::vector<generate::Case> cases;
  if (n > 0) cases = {with_size(0), with_size(n / 2), with_size(n - 1)};
  return cases;
}

TEST(Property, draws_the_numbered_cases_in_order_and_counts_them) {
  std::vector<std::uint64_t> numbers;
  const auto result = check_property(
      7,
      [&](std::uint64_t number) {
        numbers.push_back(number);
        return with_size(number);
      },
      smaller, [](const generate::Case&) { return true; });
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(result.cases, 7u);
  EXPECT_FALSE(result.smallest);
}

TEST(Property, shrinks_to_the_smallest_case_that_fails) {
  const auto result = check_property(
      100, [](std::uint64_t number) { return with_size(number * 1000); }, smaller,
      [](const generate::Case& drawn) { return drawn.scalars[0].bits < 129; });
  ASSERT_TRUE(result.smallest);
  EXPECT_EQ(result.smallest->scalars[0].bits, 129u);
  EXPECT_EQ(result.cases, 1u);
  EXPECT_GT(result.shrink_steps, 0u);
}

TEST(Property, what_judging_a_case_throws_passes_through) {
  const auto search = [] {
    check_property(10, with_size, smaller, [](const generate::Case& drawn) -> bool {
      if (drawn.scalars[0].bits == 3) throw std::domain_error("the device is lost");
      return true;
    });
  };
  EXPECT_THROW(search(), std::domain_error);
}

TEST(Property, a_case_that_cannot_be_drawn_is_reported_not_passed) {
  const auto result = check_property(
      3, [](std::uint64_t) -> generate::Case { throw std::runtime_error("no such case"); }, smaller,
      [](const generate::Case&) { return true; });
  EXPECT_NE(result.gave_up.find("no such case"), std::string::npos) << result.gave_up;
}

}  // namespace
}  // namespace kparity::parity
