// What the clock of a device means for a row, and what is read of it.
#include "measure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kparity::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

result::Measurement row_with(const std::vector<double>& blocks, const std::vector<double>& clocks) {
  result::Measurement row;
  row.timing.emplace();
  row.timing->blocks = blocks;
  row.timing->clock_hertz = clocks;
  row.timing->median = 5;
  row.timing->reached_target = true;
  return row;
}

TEST(JudgeClock, blocks_at_a_slow_clock_do_not_count_and_stay_in_the_row) {
  auto row = row_with({1, 1, 1, 9, 9}, {2e9, 2e9, 1.9e9, 1e9, 1.7e9});
  judge_clock(row, 2e9, 1);
  EXPECT_EQ(row.timing->median, 1);
  EXPECT_EQ(row.timing->blocks.size(), 5u);
  EXPECT_THAT(row.notes, ElementsAre("2 of 5 blocks do not count, since the clock was slower"));
}

TEST(JudgeClock, a_row_with_more_slow_blocks_than_others_is_not_resolved_and_not_empty) {
  auto row = row_with({1, 9, 9}, {2e9, 1e9, 1e9});
  judge_clock(row, 2e9, 1);
  EXPECT_EQ(row.timing->median, 5);
  EXPECT_FALSE(row.timing->reached_target);
  EXPECT_THAT(row.notes, ElementsAre(HasSubstr("not resolved: the clock was below nine tenths of 2000 MHz in 2 of 3")));
}

TEST(JudgeClock, an_unknown_clock_is_no_slow_one) {
  auto row = row_with({1, 2, 3}, {0, 0, 2e9});
  judge_clock(row, 2e9, 1);
  EXPECT_THAT(row.notes, IsEmpty());
  EXPECT_EQ(row.timing->median, 5);
}

TEST(GpuMonitor, reasons_that_slow_a_clock_have_names) {
  EXPECT_THAT(reasons_in(0x1), IsEmpty());  // idle
  EXPECT_THAT(reasons_in(0x4 | 0x20), ElementsAre("power", "heat"));
}

TEST(GpuMonitor, a_note_says_what_held_the_clock_back) {
  GpuState before, after;
  EXPECT_EQ(clock_note(before, after), "");
  after.power_limited_ms = 12.4;
  EXPECT_EQ(clock_note(before, after), "clock held back by power for 12 ms");
  after = {.held_back_by = {"heat"}};
  EXPECT_EQ(clock_note(before, after), "clock held back by heat");
}

TEST(GpuMonitor, without_the_library_there_is_a_reason) {
  const auto monitor = nvml_monitor("0000:00:00.0");
  if (monitor.state) GTEST_SKIP() << "NVML is here";
  EXPECT_NE(monitor.why_absent, "");
}

}  // namespace
}  // namespace kparity::bench
