// A diagnosis appears where a pattern supports it, and nowhere else.
#include "likely_cause.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kparity::parity {
namespace {

std::string cause_of(const std::string& pattern) {
  result::Comparison comparison;
  comparison.pattern = pattern;
  return likely_cause({comparison});
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

TEST(LikelyCause, stays_silent_where_nothing_is_proved) {
  EXPECT_EQ(cause_of(""), "");
  EXPECT_EQ(cause_of("a single element"), "");
  EXPECT_EQ(likely_cause({}), "");
}

}  // namespace
}  // namespace kparity::parity
