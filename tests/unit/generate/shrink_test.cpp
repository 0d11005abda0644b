// Shrinking: every neighbour legal, every walk finite, the report's sizes found in few steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "philox.hpp"
#include "scalar.hpp"
#include "spec_builder.hpp"

namespace kparity::generate {

namespace {

using test::SpecBuilder;
using test::value_of;

/// Takes the first failing neighbour until none fails, as the property engine does.
Case smallest(const spec::KernelSpec& spec, Case drawn, const std::function<bool(const Case&)>& fails,
              int* steps = nullptr) {
  const Generator generator(spec);
  while (true) {
    const auto neighbours = generator.shrinks(drawn);
    const auto next = std::ranges::find_if(neighbours, fails);
    if (next == neighbours.end()) return drawn;
    drawn = *next;
    if (steps) ++*steps;
  }
}

/// A spec with random bounds, some of which depend on others.
spec::KernelSpec random_spec(Random& random) {
  const auto number = [&](std::int64_t low, std::int64_t high) { return std::to_string(random.between(low, high)); };
  SpecBuilder builder("k");
  builder.size("n", number(0, 40), number(40, 100000));
  builder.size("m", random.below(2) == 0 ? "0" : "min(n, 3)", random.below(2) == 0 ? "n + 5" : number(60000, 70000));
  builder.scalar("first", DType::long64, test::integers("-5", "n + 1"));
  builder.scalar("order", DType::int8, test::integers(number(-100, 3), number(4, 100)));
  const double low = static_cast<double>(random.between(-1000, 1000)) / 7;
  builder.scalar("a", DType::float64, test::uniform(low, low + static_cast<double>(random.between(1, 1000)) / 3));
  builder.scalar("b", DType::float32, test::use("normal"));
  builder.scalar("flag", DType::boolean, test::use("boolean"));
  builder.array("x", DType::float64, test::uniform(0, 1), {"n"});
  builder.array("p", DType::int32, test::use("indices", {test::whole("below", "m")}), {"n"});
  return builder.launch({"n"}, {static_cast<unsigned>(random.between(1, 256))}).build();
}

}  // namespace

TEST(Shrinks, every_neighbour_is_legal_and_every_walk_ends_on_random_specs) {
  Random random({.seed = 2026, .argument = 0});
  for (int round = 0; round < 60; ++round) {
    const auto spec = random_spec(random);
    const Generator generator(spec);
    const auto& family = families()[static_cast<std::size_t>(round) % families().size()];
    auto drawn = generator.draw(0, family.name, 1, static_cast<std::uint64_t>(round));
    for (int step = 0;; ++step) {
      ASSERT_LT(step, 3000) << token(spec, drawn);
      const auto neighbours = generator.shrinks(drawn);
      for (const auto& neighbour : neighbours) {
        ASSERT_EQ(generator.why_illegal(neighbour), "") << token(spec, neighbour);
        ASSERT_NE(neighbour, drawn);
        ASSERT_EQ(neighbour.family, drawn.family);
      }
      if (neighbours.empty()) break;
      // The least aggressive one makes the longest walks; now and then any.
      drawn = step % 3 == 0 ? neighbours[random.below(neighbours.size())] : neighbours.back();
    }
  }
}

TEST(Shrinks, finds_the_last_partly_filled_block) {
  const auto spec = test::axpy();
  auto drawn = draw(spec, 0, "realistic", 1, 0);
  drawn.scalars[0] = scalar_from_whole(DType::int32, 77012);
  int steps = 0;
  const auto fails = [&](const Case& c) { return value_of(spec, c, "n") % 128 != 0 && value_of(spec, c, "n") > 128; };
  const auto found = smallest(spec, drawn, fails, &steps);
  EXPECT_EQ(summary(spec, found), "n=129 a=1.5 family=realistic seed=1");
  EXPECT_LE(steps, 4);
}

TEST(Shrinks, finds_a_threshold_that_is_no_edge) {
  const auto spec = test::axpy();
  for (const std::int64_t threshold : {7, 100, 777, 54321}) {
    auto drawn = draw(spec, 0, "realistic", 1, 0);
    drawn.scalars[0] = scalar_from_whole(DType::int32, 100000);
    int steps = 0;
    const auto found = smallest(
        spec, drawn, [&](const Case& c) { return value_of(spec, c, "n") >= threshold; }, &steps);
    EXPECT_EQ(value_of(spec, found, "n"), threshold);
    EXPECT_LE(steps, 30);
  }
}

TEST(Shrinks, tries_the_most_aggressive_change_first) {
  const auto spec = test::stencil();
  auto drawn = draw(spec, 0, "realistic", 1, 0);
  drawn.scalars = {scalar_from_whole(DType::int32, 200), scalar_from_whole(DType::int32, 300)};
  const auto neighbours = shrinks(spec, drawn);
  ASSERT_GT(neighbours.size(), 3u);
  EXPECT_EQ(value_of(spec, neighbours[0], "nx + ny"), 2);
  EXPECT_EQ(value_of(spec, neighbours[1], "nx"), 100);
  EXPECT_EQ(value_of(spec, neighbours[2], "nx"), 1);
}

TEST(Shrinks, simplifies_scalars_within_their_bounds) {
  const auto spec = SpecBuilder("k")
                        .scalar("a", DType::float64, test::uniform(-0.777, -0.1))
                        .scalar("b", DType::float32, test::uniform(100, 1e6))
                        .scalar("k", DType::int32, test::integers("17", "1000"))
                        .build();
  const auto found = smallest(spec, draw(spec, 0, "realistic", 1, 0), [](const Case&) { return true; });
  EXPECT_LE(to_text(found.scalars[0]).size(), 4u) << to_text(found.scalars[0]);
  EXPECT_LE(to_text(found.scalars[1]).size(), 7u) << to_text(found.scalars[1]);
  EXPECT_EQ(to_text(found.scalars[2]), "17");
}

TEST(Shrinks, bounds_that_depend_on_a_size_follow_it) {
  const auto spec = test::push();
  auto drawn = draw(spec, 0, "realistic", 1, 3);
  const auto found = smallest(spec, drawn, [&](const Case& c) { return value_of(spec, c, "particles.n") >= 5; });
  EXPECT_EQ(value_of(spec, found, "particles.n"), 5);
  EXPECT_EQ(value_of(spec, found, "cells"), 1);
  EXPECT_EQ(value_of(spec, found, "first"), 0);
}

TEST(Shrinks, of_the_simplest_case_there_are_none) {
  const auto spec = test::axpy();
  const auto simplest = smallest(spec, draw(spec, 0, "shapes", 1, 9), [](const Case&) { return true; });
  EXPECT_EQ(summary(spec, simplest), "n=0 a=1.5 family=shapes seed=1");
  EXPECT_TRUE(shrinks(spec, simplest).empty());
}

}  // namespace kparity::generate
