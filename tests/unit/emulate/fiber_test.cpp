// Both ways to switch between stacks: who runs goes on where it left off, with its registers as they were.
#include "fiber.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace kparity::emulate {
namespace {

struct Pair {
  const StackSwitching* switching;
  SavedStack here = nullptr, there = nullptr;
  std::string seen{};
  double sum = 0;
};

/// Keeps more values over a switch than there are registers for callers to save, of both kinds.
void other_side(void* argument) {
  auto& pair = *static_cast<Pair*>(argument);
  std::uint64_t numbers[12];
  double values[12];
  for (int i = 0; i < 12; ++i) {
    numbers[i] = 1000u + static_cast<unsigned>(i);
    values[i] = 0.5 + i;
  }
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) % 16, 0u);
  for (int turn = 0;; ++turn) {
    pair.seen += std::to_string(turn);
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(numbers[i]) * values[i];
    pair.sum += sum;
    pair.switching->jump(&pair.there, pair.here);
    for (int i = 0; i < 12; ++i) values[i] += 1;
  }
}

class Switching : public testing::TestWithParam<const StackSwitching*> {};

TEST_P(Switching, goes_on_where_it_left_off) {
  StackPool stacks;
  const auto stack = stacks.take();
  Pair pair{GetParam()};
  pair.there = pair.switching->make(stack.bottom, stack.top, &other_side, &pair);
  double mine = 1.25;
  for (int turn = 0; turn < 3; ++turn) {
    pair.seen += '-';
    mine *= 2;
    pair.switching->jump(&pair.here, pair.there);
  }
  EXPECT_EQ(pair.seen, "-0-1-2");
  EXPECT_EQ(mine, 10.0);
  double wanted = 0;
  for (int turn = 0; turn < 3; ++turn)
    for (int i = 0; i < 12; ++i) wanted += (1000.0 + i) * (0.5 + i + turn);
  EXPECT_EQ(pair.sum, wanted);
}

INSTANTIATE_TEST_SUITE_P(All, Switching, testing::Values(&native_switching(), &portable_switching()));

TEST(StackPool, the_pages_below_a_stack_are_its_guard) {
  StackPool stacks;
  const auto one = stacks.take();
  const auto other = stacks.take();
  EXPECT_TRUE(stacks.is_in_guard(one.bottom - 1));
  EXPECT_TRUE(stacks.is_in_guard(other.bottom - 60000));  // a frame that is larger than a page
  EXPECT_FALSE(stacks.is_in_guard(other.bottom));
  EXPECT_FALSE(stacks.is_in_guard(&stacks));
}

}  // namespace
}  // namespace kparity::emulate
