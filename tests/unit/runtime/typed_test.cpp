// Typed callers, and the absence of allocations in calls.
#include <gtest/gtest.h>

#include <memory>

#include "kernels.hpp"
#include "kparity/error.hpp"
#include "support/count_allocations.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::axpy_kernel;
using test::message_from;

TEST(Typed, calls_with_types_that_were_checked_once) {
  const Kernel kernel = axpy_kernel();
  const auto axpy = kernel.typed<void(double, const double*, double*, int)>();
  const std::vector<double> x{1, 2};
  std::vector<double> y(2);
  axpy(2.0, x.data(), y.data(), 2);
  EXPECT_EQ(y, (std::vector<double>{2, 4}));
}

TEST(Typed, another_type_is_refused_with_what_there_is) {
  EXPECT_EQ(
      message_from<TypeMismatch>([] { axpy_kernel().typed<void(float, const double*, double*, int)>(); }),
      "kernel 'axpy' cannot be called as void(float, const double*, double*, int); it is void axpy(double a, const "
      "double* x, double* y, int n)");
  EXPECT_THROW(axpy_kernel().typed<void(double)>(), TypeMismatch);
  EXPECT_THROW((axpy_kernel().typed<void(double, double*, double*, int)>()), TypeMismatch);
}

TEST(Typed, picks_its_instantiation) {
  const Kernel scale("scale", {host<&test::scale<float>, &test::scale<double>>()});
  std::vector<float> f{1};
  std::vector<double> d{1};
  scale.typed<void(float, float*, int)>()(2, f.data(), 1);
  scale.typed<void(double, double*, int)>()(3, d.data(), 1);
  EXPECT_EQ(f[0], 2.0F);
  EXPECT_EQ(d[0], 3.0);
}

TEST(Typed, follows_the_selection_at_each_call) {
  const Kernel kernel(test::mark_definition({test::marking<1>("openmp"), test::marking<2>("reference")}));
  const auto mark = kernel.typed<void(int*)>();
  int out = 0;
  mark(&out);
  EXPECT_EQ(out, 1);
  {
    const ImplementationScope scope("reference");
    mark(&out);
    EXPECT_EQ(out, 2);
  }
  mark(&out);
  EXPECT_EQ(out, 1);
}

TEST(Typed, on_the_cuda_side_pointers_are_device_addresses) {
  test::FakeDeviceScope device;
  device->add_kernel("axpy", [](const test::FakeLaunch& launch) { *launch.argument<double*>(2) = 7; });
  KernelOptions options;
  options.cuda = test::some_source();
  options.launch.threads = {Expression("n")};
  const auto axpy = axpy_kernel(std::move(options)).typed<void(double, const double*, double*, int)>();
  Array<double> y(Shape(1), Place::device);
  const BackendScope cuda(Backend::cuda);
  axpy(2.0, y.data(), y.data(), 1);
  EXPECT_EQ(y.to_vector(), std::vector<double>{7});
}

TEST(Typed, without_a_cuda_version_the_rule_of_the_kernel_holds) {
  const auto axpy = axpy_kernel().typed<void(double, const double*, double*, int)>();
  const BackendScope cuda(Backend::cuda);
  EXPECT_THROW(axpy(2.0, nullptr, nullptr, 0), MissingCuda);
}

/// Allocations of `calls` calls after a first one.
template <class F>
long allocations_of(F&& call) {
  call();
  const long before = test::allocation_count();
  for (int i = 0; i < 10; ++i) call();
  return test::allocation_count() - before;
}

TEST(Allocation, the_counter_counts) {
  if (!test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer has an operator new of its own";
  EXPECT_EQ(allocations_of([] {
              const auto used = std::make_unique<int>();
              asm volatile("" : : "r"(used.get()) : "memory");  // or the compiler removes the pair
            }),
            10);
}

TEST(Allocation, calls_do_not_allocate) {
  if (!test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer has an operator new of its own";
  const Kernel kernel = axpy_kernel();
  const auto typed = kernel.typed<void(double, const double*, double*, int)>();
  const KernelCall with = kernel.with({.threads = {2}, .block = {64}});
  std::vector<double> x(2), y(2);
  EXPECT_EQ(allocations_of([&] { typed(2.0, x.data(), y.data(), 2); }), 0);
  EXPECT_EQ(allocations_of([&] { kernel(2.0, x, y, 2); }), 0);
  EXPECT_EQ(allocations_of([&] { kernel(2, x.data(), y.data(), x.size()); }), 0);
  EXPECT_EQ(allocations_of([&] { kernel(2.0, array_ref(x), array_ref(y), 2); }), 0);
  EXPECT_EQ(allocations_of([&] { with(2.0, x, y, 2); }), 0);
}

}  // namespace
}  // namespace kparity
