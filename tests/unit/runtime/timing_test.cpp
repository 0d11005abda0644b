// Timed stretches of code: with and without a device, while a stream is captured, and when the code throws.
#include "kparity/timing.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "kparity/devices.hpp"
#include "kparity/transfers.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;

void sleep() {
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST(TimedRegion, waits_at_both_ends_and_measures_on_both_sides) {
  FakeDeviceScope fake;
  const auto transfers = count_transfers();
  const unsigned line = __LINE__ + 1;
  const RegionTime time = timed_region([] { sleep(); });
  EXPECT_TRUE(time.is_synchronized);
  EXPECT_GE(time.seconds, 0.005);
  ASSERT_TRUE(time.device_seconds);
  EXPECT_GE(*time.device_seconds, 0.005);
  EXPECT_EQ(fake->synchronizations(), 2);
  EXPECT_EQ(transfers->count(TransferKind::sync), 2U);
  EXPECT_EQ(transfers->events().front().where.line, line);
}

TEST(TimedRegion, does_not_wait_if_told_so) {
  FakeDeviceScope fake;
  const RegionTime time = timed_region([] {}, {.synchronize = false});
  EXPECT_FALSE(time.is_synchronized);
  EXPECT_TRUE(time.device_seconds);
  EXPECT_EQ(fake->synchronizations(), 0);
}

TEST(TimedRegion, leaves_a_captured_stream_alone) {
  FakeDeviceScope fake;
  const RegionTime time = timed_region([] { sleep(); }, {.stream = fake->new_stream(0, true)});
  EXPECT_FALSE(time.is_synchronized);
  EXPECT_FALSE(time.device_seconds);
  EXPECT_GE(time.seconds, 0.005);
}

TEST(TimedRegion, without_a_device_measures_on_the_host) {
  if (why_no_device().empty()) GTEST_SKIP() << "there is a device here";
  const RegionTime time = timed_region([] { sleep(); });
  EXPECT_FALSE(time.is_synchronized);
  EXPECT_FALSE(time.device_seconds);
  EXPECT_GE(time.seconds, 0.005);
}

TEST(TimedRegion, the_time_of_code_that_throws_can_be_had) {
  FakeDeviceScope fake;
  TimedRegion region;
  EXPECT_THROW(timed_region([] { throw std::runtime_error("stop"); }), std::runtime_error);
  sleep();
  const double once = region.stop().seconds;
  EXPECT_GE(once, 0.005);
  EXPECT_GE(region.stop().seconds, once);
}

}  // namespace
}  // namespace kparity
