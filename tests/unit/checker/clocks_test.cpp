// What clocks know after being joined, by the short search and by the table that a long one makes.
#include "clocks.hpp"

#include <gtest/gtest.h>

namespace kparity::checker {

TEST(Clocks, know_their_facts_and_those_of_their_parents) {
  Clocks clocks;
  const ClockId a = clocks.make({{1, 10, 5}}, 0);
  const ClockId b = clocks.make({{20, 30, Fact::all_threads}}, a);
  EXPECT_TRUE(clocks.knows(a, 1, 9, 5));
  EXPECT_FALSE(clocks.knows(a, 1, 10, 5));
  EXPECT_FALSE(clocks.knows(a, 1, 9, 6));
  EXPECT_FALSE(clocks.knows(a, 20, 22, 5));
  EXPECT_TRUE(clocks.knows(b, 1, 9, 5));
  EXPECT_TRUE(clocks.knows(b, 20, 29, 77));
  EXPECT_FALSE(clocks.knows(a, 20, 29, 77));
  EXPECT_FALSE(clocks.knows(0, 1, 0, 5));
}

TEST(Clocks, join_makes_nothing_new_where_one_is_part_of_the_other) {
  Clocks clocks;
  const ClockId a = clocks.make({{1, 10, 5}}, 0);
  const ClockId b = clocks.make({{2, 20, 6}}, 0);
  const ClockId both = clocks.join(a, b);
  EXPECT_EQ(clocks.join(a, 0), a);
  EXPECT_EQ(clocks.join(0, a), a);
  EXPECT_EQ(clocks.join(a, a), a);
  EXPECT_EQ(clocks.join(both, a), both);
  EXPECT_EQ(clocks.join(b, both), both);
  EXPECT_TRUE(clocks.knows(both, 1, 9, 5));
  EXPECT_TRUE(clocks.knows(both, 2, 19, 6));
}

// A releasing atomic is known itself, but not what its thread did before and after.
TEST(Clocks, know_a_single_epoch) {
  Clocks clocks;
  ClockId chain = clocks.make({{7, 8, 5}}, 0);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(clocks.knows(chain, 1, 7, 5));
    EXPECT_FALSE(clocks.knows(chain, 1, 6, 5));
    EXPECT_FALSE(clocks.knows(chain, 1, 8, 5));
    EXPECT_FALSE(clocks.knows(chain, 1, 7, 6));
    for (std::uint32_t k = 0; k < 100; ++k) chain = clocks.join(chain, clocks.make({{100 + k, 200 + k, 1}}, 0));
  }
}

TEST(Clocks, find_what_is_a_thousand_joins_away) {
  Clocks clocks;
  ClockId chain = 0;
  for (std::uint32_t i = 1; i <= 1000; ++i) {
    chain = clocks.join(chain, clocks.make({{i, i + 1, static_cast<std::uint16_t>(i % 7)}}, 0));
  }
  for (std::uint32_t i = 1; i <= 1000; ++i) {
    const auto thread = static_cast<std::uint16_t>(i % 7);
    ASSERT_TRUE(clocks.knows(chain, i, i, thread)) << i;
    ASSERT_FALSE(clocks.knows(chain, i, i + 1, thread)) << i;
    ASSERT_FALSE(clocks.knows(chain, i, i, static_cast<std::uint16_t>(thread + 1))) << i;
  }
  const ClockId later = clocks.make({{5000, 5001, 1}}, chain);
  EXPECT_TRUE(clocks.knows(later, 3, 3, 3));
  EXPECT_TRUE(clocks.knows(later, 5000, 5000, 1));
  clocks.clear();
  EXPECT_FALSE(clocks.knows(clocks.make({{1, 10, 5}}, 0), 3, 3, 3));
}

}  // namespace kparity::checker
