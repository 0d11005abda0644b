// The cases of a benchmark from `bench:`, and without it.
#include <gtest/gtest.h>

#include "kernels.hpp"
#include "kparity/bench/bench.hpp"
#include "kparity/error.hpp"

namespace kparity::bench {
namespace {

std::vector<std::string> summaries(const spec::KernelSpec& spec) {
  std::vector<std::string> all;
  for (const auto& drawn : points(spec, 0, 1)) {
    const auto text = generate::summary(spec, drawn);
    all.push_back(text.substr(0, text.find(" family")));
  }
  return all;
}

TEST(Points, sizes_come_in_the_order_of_the_spec_with_the_fixed_values) {
  const auto spec = scale_spec("bench: {sizes: {n: [100, 5000, 200]}, fixed: {a: 7}}\n");
  EXPECT_EQ(summaries(spec), (std::vector<std::string>{"n=100 a=7", "n=5000 a=7", "n=200 a=7"}));
}

TEST(Points, two_names_go_together_or_are_combined) {
  const auto zipped = scale_spec("bench: {sizes: {n: [10, 20], a: [3, 4]}}\n");
  EXPECT_EQ(summaries(zipped), (std::vector<std::string>{"n=10 a=3", "n=20 a=4"}));
  const auto combined = scale_spec("bench: {sizes: {n: [10, 20], a: [3, 4], grid: true}}\n");
  EXPECT_EQ(summaries(combined), (std::vector<std::string>{"n=10 a=3", "n=10 a=4", "n=20 a=3", "n=20 a=4"}));
}

TEST(Points, a_quick_run_keeps_the_sizes_of_at_ci) {
  const auto spec = scale_spec("bench: {sizes: {n: [10, 20, 30], a: [3, 4, 5]}, at_ci: [10, 30]}\n");
  EXPECT_EQ(points(spec, 0, 1, false).size(), 3u);
  const auto quick = points(spec, 0, 1, true);
  ASSERT_EQ(quick.size(), 2u);
  EXPECT_EQ(generate::summary(spec, quick[1]).substr(0, 8), "n=30 a=5");
  EXPECT_EQ(points(scale_spec("bench: {sizes: {n: [10, 20]}}\n"), 0, 1, true).size(), 2u);
}

TEST(Points, sizes_of_the_user_replace_those_of_the_spec) {
  const auto spec = scale_spec("bench: {sizes: {n: [10, 20]}, fixed: {a: 7}}\n");
  EXPECT_EQ(generate::summary(spec, point_of_sizes(spec, 0, 1, {{"n", 12345}})).substr(0, 11), "n=12345 a=7");
  EXPECT_EQ(generate::summary(spec, point_of_sizes(spec, 0, 1, {{"n", 5}, {"a", 3}})).substr(0, 7), "n=5 a=3");
  try {
    point_of_sizes(spec, 0, 1, {{"m", 5}});
    FAIL();
  } catch (const InvalidArgument& refused) {
    EXPECT_STREQ(refused.what(), "'m' is no integer input of kernel 'scale'; there are: n, a");
  }
}

TEST(Points, without_sizes_there_are_three_from_small_to_large_within_the_bounds) {
  const auto spec = scale_spec();
  const auto cases = points(spec, 0, 1);
  ASSERT_EQ(cases.size(), 3u);
  const generate::Generator generator(spec);
  const auto bytes = [&](const generate::Case& drawn) { return generator.plan(drawn)[0].elements; };
  EXPECT_LT(20 * bytes(cases[0]), bytes(cases[2]));
  EXPECT_LT(4 * bytes(cases[1]), bytes(cases[2]));
  for (const auto& drawn : cases) EXPECT_EQ(generator.why_illegal(drawn), "");
  EXPECT_EQ(cases, points(spec, 0, 1));
}

}  // namespace
}  // namespace kparity::bench
