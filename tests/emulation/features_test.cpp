// The kernels of tests/data/emulation in which threads meet, under the checker: what they rely on is in order.
#include <gmock/gmock.h>

#include "device.hpp"

namespace kparity::emulation {
namespace {

using testing::Each;
using testing::IsEmpty;

/// Launches with `failures`, which the kernel counts in, and with what `more` makes of the device.
template <class F, class... A>
void expect_silence(const std::string& name, const LaunchShape& shape, const std::vector<A>&... more) {
  const emulate::EmulatedKernel kernel = load_kernel<F>("../data/emulation/" + name + ".cu", Place::checked);
  for (const emulate::EmulationOptions& options : all_orders()) {
    SCOPED_TRACE("order " + std::to_string(static_cast<int>(options.order)));
    Device device(Place::checked);
    int* const failures = device.array("failures", std::vector<int>(400));
    const emulate::LaunchResult result = device.launch(kernel, shape, options, failures, device.array("more", more)...);
    EXPECT_THAT(texts_of(result), IsEmpty());
    EXPECT_THAT(device.contents(failures, 400), Each(0));
  }
}

TEST(CheckedFeatures, warps) {
  expect_silence<void(int*)>("warps", shape_of(3, 40, 0));
}

TEST(CheckedFeatures, shared_memory_and_barriers) {
  LaunchShape shape = shape_of(4, 8, 256);
  shape.block = {8, 4, 1};
  expect_silence<void(int*)>("shared", shape);
}

TEST(CheckedFeatures, groups) {
  expect_silence<void(int*)>("groups", shape_of(2, 64, 0));
}

TEST(CheckedFeatures, atomics) {
  std::vector<int> ints(16);
  ints[4] = 0x7fffffff;
  expect_silence<void(int*, int*, unsigned long long*, double*, float*)>("atomics", shape_of(1, 64, 0), ints,
                                                                         std::vector<unsigned long long>(4),
                                                                         std::vector<double>(2), std::vector<float>(1));
}

}  // namespace
}  // namespace kparity::emulation
