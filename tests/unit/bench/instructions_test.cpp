// Counting instructions by a counter that is made up, and by that of this machine, if it lets us.
#include "kparity/bench/instructions.hpp"

#include <gtest/gtest.h>

namespace kparity::bench {
namespace {

/// Goes up as a test says, and by ten for each reading.
struct FakeCounter {
  std::uint64_t executed = 1000;
  InstructionCounter counter{[this] { return executed += 10; }, ""};
};

TEST(Instructions, of_a_call_without_those_of_the_counter) {
  FakeCounter fake;
  int prepared = 0, called = 0;
  const auto count = instructions_of(
      fake.counter,
      [&] {
        ++prepared;
        fake.executed += 777;  // does not count
      },
      [&] {
        ++called;
        fake.executed += called == 1 ? 9000 : 500;  // the first call loads something
      });
  EXPECT_EQ(count, 500u);
  EXPECT_EQ(prepared, called);
}

TEST(Instructions, a_call_that_executes_more_or_fewer_each_time_has_no_count) {
  FakeCounter fake;
  std::uint64_t call = 0;
  EXPECT_EQ(instructions_of(
                fake.counter, [] {}, [&] { fake.executed += 100000 + 150 * (call++ % 3); }),
            std::nullopt);
  call = 0;
  EXPECT_EQ(instructions_of(
                fake.counter, [] {}, [&] { fake.executed += 100000 + 30 * (call++ % 3); }),
            100000u)
      << "a thousandth is what an interrupt may add";
}

TEST(Instructions, without_a_counter_there_is_no_count) {
  bool called = false;
  EXPECT_EQ(instructions_of(
                {{}, "none here"}, [] {}, [&] { called = true; }),
            std::nullopt);
  EXPECT_FALSE(called);
}

TEST(Instructions, this_machine_counts_or_says_why_not) {
  const InstructionCounter counter = open_instruction_counter();
  EXPECT_NE(counter.read == nullptr, counter.why_absent.empty());
  if (!counter.read) GTEST_SKIP() << counter.why_absent;
  volatile int sum = 0;
  const auto loop = [&](int n) {
    return instructions_of(
        counter, [] {},
        [&, n] {
          for (int i = 0; i < n; ++i) sum = sum + 1;
        });
  };
  const auto few = loop(100'000), many = loop(300'000);
  ASSERT_TRUE(few && many);
  EXPECT_NEAR(static_cast<double>(*many) / static_cast<double>(*few), 3, 0.1);
}

}  // namespace
}  // namespace kparity::bench
