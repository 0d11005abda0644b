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

TEST(LikelyCause, stays_silent_where_nothing_is_proved) {
  EXPECT_EQ(cause_of(""), "");
  EXPECT_EQ(cause_of("a single element"), "");
  EXPECT_EQ(likely_cause({}), "");
}

}  // namespace
}  // namespace kparity::parity
