// The count of calls that really went to the device, and memory there that nobody has set.
#include "kparity/device_calls.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "kparity/device_memory.hpp"
#include "kparity/runtime.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;
using test::FakeLaunch;

void twice(double* x, int n) {
  for (int i = 0; i < n; ++i) x[i] *= 2;
}

Kernel twice_kernel(bool is_ported) {
  LaunchRule launch;
  launch.threads = {Expression("n")};
  return Kernel("twice", {host<&twice>()},
                {.host = {.parameters = {"x", "n"}, .outputs = {{"x"}}},
                 .missing_cuda = MissingCudaPolicy::fallback,
                 .launch = launch,
                 .cuda = is_ported ? std::optional<CudaSource>(CudaSource{}) : std::nullopt});
}

TEST(DeviceCalls, count_launches_and_empty_calls_on_the_device_only) {
  FakeDeviceScope fake;
  fake->add_kernel("twice",
                   [](const FakeLaunch& launch) { twice(launch.argument<double*>(0), launch.argument<int>(1)); });
  const Kernel kernel = twice_kernel(true);
  std::vector<double> x(3, 1.0);
  Array<double> there(x, Place::device);
  const auto before = device_calls();
  kernel(x, 3);
  EXPECT_EQ(device_calls(), before);
  const BackendScope cuda(Backend::cuda);
  kernel(there, 3);
  EXPECT_EQ(device_calls(), before + 1);
  kernel(there, 0);
  EXPECT_EQ(device_calls(), before + 2);
  EXPECT_EQ(fake->launches().size(), 1U);
}

TEST(DeviceCalls, a_host_kernel_that_stands_in_does_not_count) {
  FakeDeviceScope fake;
  const WarningScope quiet([](const std::string&) {});
  const Kernel kernel = twice_kernel(false);
  Array<double> there(std::vector<double>(3, 1.0), Place::device);
  const BackendScope cuda(Backend::cuda);
  const auto before = device_calls();
  kernel(there, 3);
  EXPECT_EQ(device_calls(), before);
  EXPECT_THAT(there.to_vector(), testing::Each(2.0));
}

TEST(DeviceMemory, goes_there_and_back) {
  FakeDeviceScope fake;
  const std::vector<int> values{1, 2, 3};
  std::vector<int> back(3);
  const DeviceMemory memory(3 * sizeof(int));
  memory.write(values.data());
  memory.read(back.data());
  EXPECT_EQ(back, values);
  const DeviceMemory nothing(0);
  nothing.write(nullptr);
  EXPECT_NE(nothing.data(), nullptr);
}

}  // namespace
}  // namespace kparity
