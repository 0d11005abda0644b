// The hold of a real stream: what is behind it, what ends it, and what it tells of the clock.
#include "kparity/device_timer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "device/cuda/timed_stream.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/device_memory.hpp"
#include "kparity/devices.hpp"

namespace kparity {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Gt;
using testing::Lt;

class DeviceTimerThere : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_device().empty()) GTEST_SKIP() << why_no_device();
  }
};

const LaunchShape one_block{};

TEST(TimingKernels, compile_without_a_device) {
  if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  for (const auto& kernel : {device::hold_kernel(), device::nothing_kernel()}) {
    const std::vector<Signature> signatures{*kernel.signature};
    const auto compiled = compile_cuda(kernel.signature->kernel, *kernel.source, signatures, "sm_90");
    EXPECT_EQ(compiled.failure, "");
    EXPECT_EQ(compiled.log, "");
  }
}

TEST_F(DeviceTimerThere, a_host_that_sleeps_between_enqueues_is_in_no_time) {
  const DeviceTimer timer;
  const auto work = [&](std::size_t) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    timer.launch_nothing(one_block);
  };
  timer.time(2, 0, work);  // loads the code
  const auto times = timer.time(20, 2.0, work);
  EXPECT_FALSE(times.timed_out);
  EXPECT_THAT(times.seconds, Each(AllOf(Gt(0), Lt(100e-6))));
  EXPECT_GT(times.clock_hertz, 1e8);
  EXPECT_LT(times.clock_hertz, 1e10);
}

TEST_F(DeviceTimerThere, work_that_waits_for_the_device_ends_the_hold_and_not_the_process) {
  const DeviceTimer timer;
  const DeviceMemory memory(1000);
  std::vector<char> here(1000);
  const auto times = timer.time(2, 0.05, [&](std::size_t) {
    timer.launch_nothing(one_block);
    timer.wait();
  });
  EXPECT_TRUE(times.timed_out);
  const auto again = timer.time(3, 2.0, [&](std::size_t) { timer.launch_nothing(one_block); });
  EXPECT_FALSE(again.timed_out);
}

TEST_F(DeviceTimerThere, copies_within_and_pinned_memory_carry_bytes) {
  const DeviceTimer timer;
  const std::size_t bytes = 1 << 20;
  const PinnedMemory pinned(bytes);
  std::memset(pinned.data(), 7, bytes);
  const DeviceMemory from(bytes), to(bytes);
  from.write(pinned.data());
  const auto times = timer.time(3, 2.0, [&](std::size_t) { timer.copy_within(to.data(), from.data(), bytes); });
  EXPECT_THAT(times.seconds, Each(Gt(0)));
  std::vector<char> back(bytes);
  to.read(back.data());
  EXPECT_THAT(back, Each(7));
}

TEST_F(DeviceTimerThere, a_device_describes_itself) {
  const auto device = describe_device(0);
  EXPECT_EQ(device.name, device_name(0));
  EXPECT_GT(device.multiprocessors, 0);
  EXPECT_GT(device.level_2_cache, 0u);
  EXPECT_GT(device.memory, std::size_t{1} << 30);
  EXPECT_FALSE(device.pci_bus.empty());
}

}  // namespace
}  // namespace kparity
