// Debug mode on the CUDA side: when it compiles, waits and says where an error arose.
#include "kparity/cuda_debug.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels.hpp"
#include "kparity/array.hpp"
#include "kparity/error.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;
using test::FakeLaunch;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

class CudaDebug : public testing::Test {
 protected:
  CudaDebug() {
    fake->add_kernel("axpy", [](const FakeLaunch&) {});
  }

  Kernel kernel(std::optional<bool> debug = {}) const {
    KernelOptions options{.cuda = test::some_source(), .debug = debug};
    options.launch.threads = {Expression("n")};
    return test::axpy_kernel(options);
  }

  FakeDeviceScope fake;
  BackendScope cuda{Backend::cuda};
  Array<double> x{{1, 2, 3}, Place::device};
  Array<double> y{{1, 2, 3}, Place::device};
};

TEST_F(CudaDebug, is_off_and_scopes_nest) {
  EXPECT_FALSE(cuda_debug());
  {
    const CudaDebugScope debug;
    EXPECT_TRUE(cuda_debug());
    {
      const CudaDebugScope quiet(false);
      EXPECT_FALSE(cuda_debug());
    }
    EXPECT_TRUE(cuda_debug());
  }
  EXPECT_FALSE(cuda_debug());
  set_cuda_debug(true);
  EXPECT_TRUE(cuda_debug());
  {
    const CudaDebugScope quiet(false);
    EXPECT_FALSE(cuda_debug());
  }
  set_cuda_debug(false);
  EXPECT_FALSE(cuda_debug());
}

TEST_F(CudaDebug, a_call_waits_for_its_launch_only_in_debug_mode) {
  const Kernel axpy = kernel();
  axpy(2.0, x, y, 3);
  EXPECT_EQ(fake->synchronizations(), 0);
  const CudaDebugScope debug;
  axpy(2.0, x, y, 3);
  EXPECT_EQ(fake->synchronizations(), 1);
  axpy.typed<void(double, const double*, double*, int)>()(2.0, x.data(), y.data(), 3);
  EXPECT_EQ(fake->synchronizations(), 2);
}

TEST_F(CudaDebug, each_mode_has_its_own_code) {
  const Kernel axpy = kernel();
  axpy.compile();
  const CudaDebugScope debug;
  axpy.compile();
  axpy.compile();
  ASSERT_EQ(fake->compile_requests().size(), 2U);
  EXPECT_FALSE(fake->compile_requests()[0].debug);
  EXPECT_TRUE(fake->compile_requests()[1].debug);
}

TEST_F(CudaDebug, a_kernel_may_have_a_mode_of_its_own) {
  kernel(true)(2.0, x, y, 3);
  EXPECT_EQ(fake->synchronizations(), 1);
  const CudaDebugScope debug;
  kernel(false)(2.0, x, y, 3);
  EXPECT_EQ(fake->synchronizations(), 1);
}

TEST_F(CudaDebug, case_67_an_error_names_kernel_grid_and_block) {
  const Kernel axpy = kernel();
  const CudaDebugScope debug;
  fake->fail_next_synchronization("an illegal memory access was encountered");
  EXPECT_THAT(
      [&] {
        axpy.with({.grid = {3, 2}, .block = {64}})(2.0, x, y, 3);
      },
      ThrowsMessage<RuntimeFailure>(AllOf(HasSubstr("kernel 'axpy'"), HasSubstr("grid 3x2x1"),
                                          HasSubstr("block 64x1x1"), HasSubstr("illegal memory access"))));
}

TEST_F(CudaDebug, case_67_a_captured_stream_is_not_waited_for) {
  const Kernel axpy = kernel();
  const CudaDebugScope debug;
  axpy.with({.stream = fake->new_stream(0, true), .check_finite = true})(2.0, x, y, 3);
  EXPECT_EQ(fake->synchronizations(), 0);
  EXPECT_EQ(fake->launches().size(), 1U);
}

}  // namespace
}  // namespace kparity
