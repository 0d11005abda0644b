// The sampler on a clock that stands still unless a kernel moves it, so that every time is known beforehand.
#include "host_competitor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

#include "statistics.hpp"

namespace kparity::bench {
namespace {

using testing::HasSubstr;

/// What the kernels below do to the clock and write down. Entries are plain functions, so it has to be global.
struct World {
  std::int64_t now = 0;
  std::int64_t drift = 0;       // added to each call, and growing
  std::vector<char> order;      // who ran, call by call
  std::map<void**, int> value;  // what a set holds
  std::vector<void**> seen;     // the sets, call by call
  unsigned noise = 0;
};
World world;

template <char Name, std::int64_t Nanoseconds>
void takes(void** arguments) {
  world.now += Nanoseconds + world.drift;
  world.order.push_back(Name);
  world.seen.push_back(arguments);
  ++world.value[arguments];
}

/// Nothing but time.
template <std::int64_t Nanoseconds>
void only_takes(void**) {
  world.now += Nanoseconds;
}

void ramps_up(void**) {
  static std::int64_t calls = 0;
  world.now += 1'000'000 + std::max<std::int64_t>(0, 2'000'000 - 40'000 * calls++);
}

void is_noisy(void**) {
  world.noise = world.noise * 1103515245 + 12345;
  world.now += 1'000'000 + (world.noise >> 16) % 1'000'000;
}

void throws(void**) {
  throw std::runtime_error("no more");
}

class Sampler : public testing::Test {
 protected:
  void SetUp() override {
    world = {};
    course.sets.resize(8);
    for (std::size_t i = 0; i < course.sets.size(); ++i) course.sets[i] = &slots[i];
    course.restore = [this](std::size_t set, bool) { world.value[course.sets[set]] = 0; };
    course.fault_in = [](std::size_t, std::size_t) { return std::string(); };
  }

  std::vector<Sampled> sample_all(const std::vector<Entry>& entries) {
    return sample(entries, course, options, [] { return world.now; });
  }

  void* slots[8] = {};
  Course course;
  SamplerOptions options;
};

TEST_F(Sampler, finds_the_times_of_its_kernels_and_stops_as_soon_as_they_are_known) {
  const auto sampled = sample_all({&takes<'a', 1'000'000>, &takes<'b', 3'000'000>});
  EXPECT_DOUBLE_EQ(sampled[0].timing.median, 1e-3);
  EXPECT_DOUBLE_EQ(sampled[1].timing.median, 3e-3);
  EXPECT_EQ(sampled[0].timing.blocks.size(), fewest_rounds);
  EXPECT_TRUE(sampled[0].timing.reached_target);
  EXPECT_TRUE(sampled[0].timing.steady);
  EXPECT_EQ(sampled[0].timing.interval, (result::Interval{1e-3, 1e-3}));
}

TEST_F(Sampler, counts_every_call) {
  const auto sampled = sample_all({&takes<'a', 1'000'000>, &takes<'b', 3'000'000>});
  EXPECT_EQ(sampled[0].timing.calls, std::ranges::count(world.order, 'a'));
  EXPECT_EQ(sampled[1].timing.calls, std::ranges::count(world.order, 'b'));
}

TEST_F(Sampler, a_drift_does_not_change_the_ratio) {
  // Every call makes all later ones slower; measured one after the other, the second would lose.
  course.restore = [](std::size_t, bool) {};
  options.target = 0;
  options.budget_seconds = 3;
  const auto clock = [] {
    world.drift = world.now / 3'000;
    return world.now;
  };
  const auto sampled =
      sample(std::vector<Entry>{&takes<'a', 1'000'000>, &takes<'b', 1'000'000>}, course, options, clock);
  EXPECT_GT(sampled[0].timing.blocks.back(), 1.5 * sampled[0].timing.blocks.front());
  EXPECT_NEAR(sampled[0].timing.median / sampled[1].timing.median, 1, 0.05);
}

TEST_F(Sampler, blocks_come_in_another_order_in_every_round) {
  options.target = -1;  // never reached
  options.budget_seconds = 1;
  options.block_seconds = 0.001;  // one call
  const auto sampled = sample_all({&takes<'a', 1'000'000>, &takes<'b', 1'000'000>});
  const auto rounds = sampled[0].timing.blocks.size() - 1;
  // The calls of the rounds stand before those of the last blocks, which take one call more each.
  const std::string calls(world.order.begin(), world.order.end());
  const std::string pairs = calls.substr(calls.size() - 4 - 2 * rounds, 2 * rounds);
  std::size_t a_first = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::string pair = pairs.substr(2 * round, 2);
    ASSERT_TRUE(pair == "ab" || pair == "ba") << pair;
    a_first += pair == "ab" ? 1 : 0;
  }
  EXPECT_GT(a_first, rounds / 3);
  EXPECT_LT(a_first, rounds * 2 / 3);
}

TEST_F(Sampler, short_kernels_are_called_often_enough_for_a_thousand_steps_of_the_clock) {
  options.clock_step = 20;
  options.warm_seconds = 0.001;
  const auto sampled = sample_all({&only_takes<7>});
  EXPECT_GE(sampled[0].timing.calls_per_sample * 7, 20'000u);
  EXPECT_FALSE(sampled[0].timing.coarse);
  EXPECT_DOUBLE_EQ(sampled[0].timing.median, 7e-9);
}

TEST_F(Sampler, what_works_in_place_never_sees_a_set_twice_without_a_restored_one) {
  course.in_place = true;
  options.clock_step = 20;
  options.warm_seconds = 0.001;
  const auto fresh_only = [](void** arguments) {
    if (world.value[arguments]++ != 0) throw std::runtime_error("used twice");
    world.now += 7;
  };
  const auto sampled = sample_all({+fresh_only});
  EXPECT_EQ(sampled[0].failure, "");
  EXPECT_EQ(sampled[0].timing.calls_per_sample, course.sets.size());
  EXPECT_TRUE(sampled[0].timing.coarse);
}

TEST_F(Sampler, restoring_is_not_timed) {
  course.in_place = true;
  course.restore = [](std::size_t, bool) { world.now += 50'000'000; };
  EXPECT_DOUBLE_EQ(sample_all({&takes<'a', 1'000'000>})[0].timing.median, 1e-3);
}

TEST_F(Sampler, calls_take_turns_with_all_sets) {
  sample_all({&takes<'a', 1'000'000>});
  for (std::size_t i = 1; i < world.seen.size(); ++i) {
    const auto last = world.seen[i - 1] - slots, now = world.seen[i] - slots;
    ASSERT_EQ(now, (last + 1) % 8);
  }
}

TEST_F(Sampler, warms_up_until_two_blocks_agree) {
  const auto sampled = sample_all({&ramps_up});
  EXPECT_TRUE(sampled[0].timing.steady);
  EXPECT_LT(sampled[0].timing.blocks.front(), 1.1e-3);
}

TEST_F(Sampler, stops_when_the_time_is_up_and_says_that_the_target_was_not_reached) {
  options.target = 0.0001;
  options.budget_seconds = 2;
  const auto sampled = sample_all({&is_noisy});
  EXPECT_FALSE(sampled[0].timing.reached_target);
  EXPECT_GT(half_width(*sampled[0].timing.interval, sampled[0].timing.median), 0.0001);
  EXPECT_LT(world.now, 3'000'000'000);
}

TEST_F(Sampler, a_few_blocks_have_no_interval) {
  options.budget_seconds = 0.001;
  const auto sampled = sample_all({&takes<'a', 2'000'000'000>});
  EXPECT_EQ(sampled[0].timing.blocks.size(), fewest_rounds_over_budget);
  EXPECT_FALSE(sampled[0].timing.interval);
  EXPECT_FALSE(sampled[0].timing.reached_target);
}

TEST_F(Sampler, long_calls_do_not_take_many_times_the_budget) {
  options.budget_seconds = 1;
  sample_all({&takes<'a', 2'000'000'000>, &takes<'b', 3'000'000'000>});
  // One to size it up, one to warm up, three blocks.
  EXPECT_EQ(std::ranges::count(world.order, 'a'), 5 + 1);  // and the last that is judged
  EXPECT_EQ(std::ranges::count(world.order, 'b'), 5 + 1);
}

TEST_F(Sampler, warming_up_leaves_half_of_the_budget_to_the_blocks) {
  options.budget_seconds = 0.2;
  options.warm_seconds = 10;
  const auto sampled = sample_all({&takes<'a', 1'000'000>, &is_noisy});
  EXPECT_GT(sampled[0].timing.blocks.size(), fewest_rounds_over_budget);
}

TEST_F(Sampler, one_that_throws_is_left_out_and_the_others_go_on) {
  const auto sampled = sample_all({&throws, &takes<'a', 1'000'000>});
  EXPECT_THAT(sampled[0].failure, HasSubstr("no more"));
  EXPECT_DOUBLE_EQ(sampled[1].timing.median, 1e-3);
}

TEST_F(Sampler, the_last_block_starts_poisoned_and_is_judged) {
  bool poisoned = false;
  course.restore = [&](std::size_t, bool poison) { poisoned |= poison; };
  std::vector<std::size_t> judged;
  course.fault_in = [&](std::size_t who, std::size_t) {
    EXPECT_TRUE(poisoned);
    judged.push_back(who);
    return who == 1 ? "y differs" : "";
  };
  const auto sampled = sample_all({&takes<'a', 1'000'000>, &takes<'b', 1'000'000>});
  EXPECT_THAT(judged, testing::UnorderedElementsAre(0, 1));
  EXPECT_EQ(sampled[0].failure, "");
  EXPECT_EQ(sampled[1].failure, "y differs");
}

TEST_F(Sampler, a_clock_that_stands_still_ends_the_search_for_its_step) {
  EXPECT_EQ(step_of([] { return std::int64_t{5}; }), 1);
  std::int64_t now = 0;
  EXPECT_EQ(step_of([&] { return now += 20; }), 20);
}

}  // namespace
}  // namespace kparity::bench
