// Work timed on a device whose clock is known.
#include "kparity/device_timer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "kernels.hpp"
#include "kparity/device_memory.hpp"
#include "kparity/devices.hpp"
#include "kparity/error.hpp"
#include "kparity/selection.hpp"
#include "support/cuda_sources.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;
using testing::DoubleNear;
using testing::Each;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

const LaunchShape one_block{};
constexpr double tolerance = 1e-12;

TEST(DeviceTimer, the_time_of_the_host_between_enqueues_is_in_no_figure_of_a_held_stream) {
  FakeDeviceScope device;
  device->time.per_enqueue = 50e-6;
  const DeviceTimer timer;
  const auto work = [&](std::size_t) { timer.launch_nothing(one_block); };
  const auto held = timer.time(20, 1.0, work);
  EXPECT_FALSE(held.timed_out);
  EXPECT_THAT(held.seconds, SizeIs(20));
  EXPECT_THAT(held.seconds, Each(DoubleNear(2e-6, tolerance)));
  EXPECT_EQ(held.clock_hertz, 1e9);
  const auto not_held = timer.time(20, 0, work);
  EXPECT_THAT(not_held.seconds, Each(testing::Gt(50e-6)));
  EXPECT_EQ(not_held.clock_hertz, 0);
}

TEST(DeviceTimer, work_that_waits_for_the_device_ends_the_hold_and_the_times_say_so) {
  FakeDeviceScope device;
  const DeviceTimer timer;
  const auto times = timer.time(3, 0.5, [&](std::size_t) {
    timer.launch_nothing(one_block);
    device->synchronize(timer.stream());
  });
  EXPECT_TRUE(times.timed_out);
  EXPECT_THAT(times.seconds, SizeIs(3));
  EXPECT_FALSE(timer.time(3, 0.5, [&](std::size_t) { timer.launch_nothing(one_block); }).timed_out);
}

TEST(DeviceTimer, what_follows_a_piece_is_not_in_its_time) {
  FakeDeviceScope device;
  device->time.copy_within = 1;
  const DeviceTimer timer;
  const DeviceMemory from(16), to(16);
  const auto times = timer.time(
      4, 0.5, [&](std::size_t) { timer.launch_nothing(one_block); },
      [&](std::size_t) { timer.copy_within(to.data(), from.data(), 16); });
  EXPECT_THAT(times.seconds, Each(DoubleNear(2e-6, tolerance)));
}

TEST(DeviceTimer, an_exception_releases_the_stream) {
  FakeDeviceScope device;
  const DeviceTimer timer;
  EXPECT_THROW(timer.time(1, 0.5, [](std::size_t) { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_NO_THROW(timer.wait());
}

TEST(DeviceTimer, a_kernel_is_called_in_its_stream) {
  FakeDeviceScope device;
  device->add_kernel("axpy", [](const test::FakeLaunch&) {});
  device->time.launches["axpy"] = 5e-6;
  KernelDefinition definition;
  definition.name = "axpy";
  definition.instantiations = {test::axpy_signature()};
  definition.launch.threads = {Expression("n")};
  definition.hosts = {{"reference", [] { return LoadedHost{{[](void**) {}}, {}, nullptr}; }}};
  definition.cuda = test::embedded(test::axpy_text);
  const Kernel kernel(definition);
  const BackendScope cuda(Backend::cuda);
  const DeviceTimer timer;
  double a = 2;
  void *x = nullptr, *y = nullptr;
  int n = 100;
  void* arguments[]{&a, &x, &y, &n};
  const auto times = timer.time(2, 0.5, [&](std::size_t) { kernel.call_erased(0, arguments, timer.stream()); });
  EXPECT_THAT(times.seconds, Each(DoubleNear(5e-6, tolerance)));
  EXPECT_EQ(device->launches().front().stream, timer.stream());
  EXPECT_EQ(times.seconds_after, 0);
  device->time.after = 3e-3;  // as of a kernel that starts work elsewhere
  const auto call = [&](std::size_t) { kernel.call_erased(0, arguments, timer.stream()); };
  EXPECT_EQ(timer.time(1, 0.5, call).seconds_after, 3e-3);
}

TEST(DeviceTimer, pinned_memory_and_parts_of_device_memory) {
  FakeDeviceScope device;
  PinnedMemory pinned(8);
  static_cast<char*>(pinned.data())[5] = 7;
  const DeviceMemory memory(8);
  memory.write(pinned.data());
  char part[2] = {};
  memory.read(part, 5, 2);
  EXPECT_EQ(part[0], 7);
  EXPECT_DOUBLE_EQ(device->time.now, 8 * device->time.pinned_byte + 2 * device->time.pageable_byte);
}

TEST(DeviceTimer, a_device_describes_itself) {
  FakeDeviceScope device;
  EXPECT_EQ(describe_device(0).name, "fake device 0");
  EXPECT_EQ(describe_device(0).multiprocessors, 132);
  EXPECT_THAT([] { describe_device(1); }, ThrowsMessage<InvalidArgument>(HasSubstr("there is no device 1")));
}

}  // namespace
}  // namespace kparity
