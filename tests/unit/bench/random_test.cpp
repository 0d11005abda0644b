// The generator against published values, and its range.
#include "random.hpp"

#include <gtest/gtest.h>

#include <array>

namespace kparity::bench {
namespace {

TEST(Random, gives_the_known_values_of_splitmix64) {
  EXPECT_EQ(random_bits(0, 0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(random_bits(0, 1), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(random_bits(0, 2), 0x06c45d188009454fu);
}

TEST(Random, numbers_below_a_bound_take_every_value_about_equally_often) {
  std::array<int, 7> counts{};
  for (std::uint64_t i = 0; i < 7000; ++i) ++counts.at(random_below(3, i, 7));
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace kparity::bench
