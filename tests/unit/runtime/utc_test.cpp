// The time is that of the clock, in the form that was asked for.
#include "kparity/utc.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

namespace kparity {
namespace {

TEST(Utc, is_written_as_asked) {
  EXPECT_THAT(utc_now(), testing::MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"));
  EXPECT_EQ(utc_now("day"), "day");
}

TEST(Utc, is_now_wherever_the_machine_is) {
  ::setenv("TZ", "Asia/Tokyo", 1);
  ::tzset();
  const std::time_t before = std::time(nullptr);
  const std::time_t written = std::stoll(utc_now("%H")) * 3600 + std::stoll(utc_now("%M")) * 60;
  EXPECT_LE((before % 86400 - written + 86400) % 86400, 120);
}

}  // namespace
}  // namespace kparity
