// A diagnosis appears where a pattern supports it, and nowhere else.
#include "likely_cause.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kparity::parity {
namespace {

result::Comparison comparison_of(std::uint64_t elements, std::uint64_t mismatches, const std::string& pattern) {
  result::Comparison comparison;
  comparison.output = "y";
  comparison.elements = elements;
  comparison.mismatches = mismatches;
  comparison.pattern = pattern;
  return comparison;
}

std::string cause_of(const std::string& pattern) {
  return likely_cause({comparison_of(1000, 100, pattern)});
}

TEST(LikelyCause, names_a_cause_for_telling_patterns) {
  EXPECT_THAT(cause_of("every element from 128 on (from n - n mod 128 on); got is the initial value"),
              testing::HasSubstr("last, partly filled group"));
  EXPECT_EQ(cause_of("every element; got is the negated expected value"), "a sign is wrong");
  EXPECT_EQ(cause_of("every element; got equals the expected value of index i+1"), "an index is too large by one");
}

result::Comparison unwritten(std::uint64_t elements, std::uint64_t first, const std::string& pattern) {
  result::Comparison comparison;
  comparison.elements = elements;
  comparison.mismatches = elements - first;
  comparison.first.emplace().index = first;
  comparison.pattern = pattern;
  return comparison;
}

TEST(LikelyCause, knows_blocks_of_a_launch) {
  const auto tail = unwritten(300, 256, "every element from 256 on (from n - n mod 128 on); got is the initial value");
  EXPECT_THAT(cause_in_launch({tail}, 128), testing::HasSubstr("partly filled block is left out"));
  EXPECT_EQ(cause_in_launch({tail}, 64), "");
  const auto first_only = unwritten(300, 128, "every element from 128 on; got is poison, nobody wrote there");
  EXPECT_THAT(cause_in_launch({first_only}, 128), testing::HasSubstr("only the first block writes"));
  EXPECT_EQ(cause_in_launch({first_only}, 64), "");
}

TEST(LikelyCause, blames_no_launch_where_something_was_written) {
  EXPECT_EQ(cause_in_launch({unwritten(300, 128, "every element from 128 on; got is twice the expected value")}, 128),
            "");
  EXPECT_EQ(cause_in_launch({unwritten(300, 0, "every element; got is the initial value")}, 128), "");
}

TEST(LikelyCause, takes_no_factor_from_a_few_elements) {
  const auto one = comparison_of(1, 1, "the only element; got is half the expected value");
  const auto three = comparison_of(300, 3, "every element from 297 on; got is half the expected value");
  const auto many = comparison_of(300, 300, "every element; got is half the expected value");
  EXPECT_EQ(likely_cause({one}), "");
  EXPECT_EQ(likely_cause({three}), "");
  EXPECT_EQ(likely_cause({one}, {three}), "");
  EXPECT_EQ(likely_cause({one}, {many}), "a factor of two is missing");
  EXPECT_EQ(likely_cause({many}), "a factor of two is missing");
  for (const std::string value : {"the negated expected value", "twice the expected value", "equals input x",
                                  "equals the expected value of index i+1", "the transposed expected output"})
    EXPECT_EQ(likely_cause({comparison_of(1, 1, "the only element; got is " + value)}), "") << value;
}

TEST(LikelyCause, a_large_case_tells_more_than_one_of_a_few_elements) {
  const auto one = comparison_of(1, 1, "the only element; got is the initial value");
  const auto tail =
      comparison_of(300, 44, "every element from 256 on (from n - n mod 64 on); got is the initial value");
  EXPECT_EQ(likely_cause({one}), "the output is never written: it still has its initial contents");
  EXPECT_THAT(likely_cause({one}, {tail}), testing::HasSubstr("partly filled group is left out"));
  EXPECT_EQ(likely_cause({one}, {comparison_of(300, 300, "every element; got is poison, nobody wrote there")}),
            "the output is never written");
}

TEST(LikelyCause, stays_silent_where_nothing_is_proved) {
  EXPECT_EQ(cause_of(""), "");
  EXPECT_EQ(cause_of("a single element"), "");
  EXPECT_EQ(likely_cause({}), "");
}

}  // namespace
}  // namespace kparity::parity
