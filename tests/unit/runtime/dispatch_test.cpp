// Which side a call takes, and what a call on the CUDA side checks before it launches.
#include <gtest/gtest.h>

#include "kernels.hpp"
#include "kparity/array.hpp"
#include "kparity/catalog.hpp"
#include "kparity/devices.hpp"
#include "kparity/error.hpp"
#include "kparity/transfers.hpp"
#include "support/count_allocations.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::axpy_kernel;
using test::FakeDeviceScope;
using test::FakeLaunch;
using test::message_from;

LaunchRule one_thread_per_element() {
  LaunchRule rule;
  rule.threads = {Expression("n")};
  return rule;
}

Kernel ported(KernelOptions options = {}) {
  options.cuda = test::some_source();
  return axpy_kernel(std::move(options));
}

void run_axpy(const FakeLaunch& launch) {
  const auto a = launch.argument<double>(0);
  const auto* x = launch.argument<const double*>(1);
  auto* y = launch.argument<double*>(2);
  const auto n = launch.argument<int>(3);
  for (std::int64_t i = 0; i < launch.threads() && i < n; ++i) y[i] += a * x[i];
}

int twice(double, const double*, double*, int n) {
  return 2 * n;
}
int same(int n) {
  return n;
}

struct Pair {
  double* values;
  int n;
};
void take_pair(Pair) {}
void take_pair_and_factor(Pair, double) {}

// ---- the CUDA side without a device --------------------------------------------------------------------------------

TEST(CudaSide, case_02_without_any_size_the_error_says_how_to_give_one) {
  const BackendScope cuda(Backend::cuda);
  std::vector<double> x(3), y(3);
  const std::string message = message_from<InvalidArgument>([&] { ported()(2.0, x, y, 3); });
  EXPECT_EQ(
      message,
      "kernel 'axpy': needs a launch size on the CUDA side: give .threads or .grid in with({...}), a rule `launch: "
      "{threads: ...}` in its spec, or threads_from in its definition");
}

TEST(CudaSide, case_03_a_block_alone_is_no_size) {
  const BackendScope cuda(Backend::cuda);
  std::vector<double> x(3), y(3);
  const std::string none = message_from<InvalidArgument>([&] { ported()(2.0, x, y, 3); });
  EXPECT_EQ(message_from<InvalidArgument>([&] { ported().with({.block = {64}})(2.0, x, y, 3); }), none);
}

TEST(CudaSide, case_04_threads_and_grid_together_are_refused) {
  const BackendScope cuda(Backend::cuda);
  std::vector<double> x(3), y(3);
  EXPECT_THROW(ported().with({.threads = {3}, .grid = {1}})(2.0, x, y, 3), TypeMismatch);
}

TEST(CudaSide, case_23_host_arrays_are_rejected_and_never_copied) {
  std::vector<double> x(3), y(3);
  const Kernel axpy = ported();
  axpy(2.0, x, y, 3);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THROW(axpy(2.0, x, y, 3), InvalidArgument);  // though the same call was good on the host
  EXPECT_EQ(message_from<TypeMismatch>([&] { axpy.with({.threads = {3}})(2.0, x, y, 3); }),
            "kernel 'axpy': argument 2 of 4 (const double* x) is a host array of double, but the call runs on the CUDA "
            "side; arrays are never copied by a call");
}

TEST(CudaSide, a_machine_without_a_device_answers_with_the_reason_after_the_checks) {
  if (device::active().why_unavailable().empty()) GTEST_SKIP() << "this machine has a device";
  const BackendScope cuda(Backend::cuda);
  std::vector<double> x(3), y(3);
  const auto dx = device_pointer(x.data(), 3), dy = device_pointer(y.data(), 3);
  EXPECT_EQ(message_from<RuntimeFailure>([&] { ported().with({.threads = {3}})(2.0, dx, dy, 3); }),
            "kernel 'axpy' cannot run on the CUDA side: " + device::active().why_unavailable());
  EXPECT_NO_THROW(ported().with({.threads = {0}})(2.0, dx, dy, 0));
  EXPECT_THROW(ported().compile(), RuntimeFailure);
  EXPECT_FALSE(axpy_kernel().compile());
}

// ---- launches ------------------------------------------------------------------------------------------------------

TEST(CudaSide, case_05_an_explicit_grid_launches_its_blocks) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  const BackendScope cuda(Backend::cuda);
  const Array<double> x(std::vector<double>(300, 1.0), Place::device);
  Array<double> y(Shape(300), Place::device);
  ported().with({.grid = {5}, .block = {64}})(2.0, x, y, 300);
  EXPECT_EQ(y.to_vector(), std::vector<double>(300, 2.0));
}

TEST(CudaSide, the_launch_rule_gives_the_size_and_the_call_overrides_it) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  const BackendScope cuda(Backend::cuda);
  KernelOptions options;
  options.launch = one_thread_per_element();
  options.launch.shared_memory = Expression("8*n");
  const Kernel axpy = ported(std::move(options));
  const Array<double> x({1, 2, 3}, Place::device);
  Array<double> y(Shape(3), Place::device);
  axpy(2.0, x, y, 3);
  axpy.with({.grid = {7}, .block = {32}, .shared_memory = 0})(0.0, x, y, 3L);
  ASSERT_EQ(device->launches().size(), 2U);
  EXPECT_EQ(device->launches()[0].grid[0], 1U);
  EXPECT_EQ(device->launches()[0].block[0], 128U);
  EXPECT_EQ(device->launches()[0].shared_memory, 24U);
  EXPECT_EQ(device->launches()[1].grid[0], 7U);
  EXPECT_EQ(device->launches()[1].shared_memory, 0U);
  EXPECT_EQ(y.to_vector(), (std::vector<double>{2, 4, 6}));
  EXPECT_EQ(device->compilations("axpy"), 1);
}

TEST(CudaSide, an_array_with_an_impossible_extent_is_refused) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  const BackendScope cuda(Backend::cuda);
  KernelOptions options;
  options.launch = one_thread_per_element();
  const Kernel axpy = ported(std::move(options));
  Array<double> y(Shape(3), Place::device);
  const auto with_extent = [&](std::int64_t extent) {
    return message_from<InvalidArgument>([&] { axpy(0.0, device_pointer(y.data(), extent), y, 3); });
  };
  EXPECT_EQ(with_extent(3), "no exception");
  EXPECT_EQ(with_extent(unknown_extent), "no exception");
  EXPECT_EQ(with_extent(-2), "an array has the negative extent -2");
  EXPECT_EQ(with_extent(INT64_MAX), "the extents of an array overflow 64 bits");
  EXPECT_EQ(with_extent(INT64_MAX / 8 + 1), "the extents of an array overflow 64 bits");
}

TEST(CudaSide, threads_may_come_from_a_function_of_the_arguments) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  const BackendScope cuda(Backend::cuda);
  const std::array<ThreadsFrom, 4> rules{first_array(), threads_function<&twice>(),
                                         [](const CallArguments& a) { return LaunchExtent(a.extent("y"), 2); },
                                         [](const CallArguments& a) { return LaunchExtent(a.integer("n") + 1); }};
  const Array<double> x(Shape(200), Place::device);
  Array<double> y(Shape(200), Place::device);
  for (const ThreadsFrom& rule : rules) {
    KernelOptions options;
    options.launch.threads_from = rule;
    options.launch.block = {64};
    ported(std::move(options))(2.0, x, y, 200);
  }
  ASSERT_EQ(device->launches().size(), 4U);
  EXPECT_EQ(device->launches()[0].grid, (std::array<unsigned, 3>{4, 1, 1}));
  EXPECT_EQ(device->launches()[1].grid, (std::array<unsigned, 3>{7, 1, 1}));
  EXPECT_EQ(device->launches()[2].grid, (std::array<unsigned, 3>{4, 2, 1}));
  EXPECT_EQ(device->launches()[3].grid, (std::array<unsigned, 3>{4, 1, 1}));
}

TEST(CudaSide, a_threads_rule_that_cannot_be_computed_says_why) {
  FakeDeviceScope device;
  const BackendScope cuda(Backend::cuda);
  std::vector<double> v(3);
  const auto bare = device_pointer(v.data());
  KernelOptions options;
  options.launch.threads_from = first_array();
  EXPECT_NE(message_from<InvalidArgument>([&] {
              ported(std::move(options))(2.0, bare, bare, 3);
            }).find("no argument is an array of known extent"),
            std::string::npos);
  KernelOptions other;
  other.launch.threads_from = threads_function<&same>();
  EXPECT_NE(message_from<InvalidArgument>([&] {
              ported(std::move(other))(2.0, bare, bare, 3);
            }).find("takes 1 parameters, the kernel 4"),
            std::string::npos);
}

TEST(CudaSide, checks_come_in_a_fixed_order) {
  FakeDeviceScope fake(2);
  fake->add_kernel("axpy", run_axpy);
  fake->set_current(1);
  Array<double> far({1, 2, 3}, Place::device);
  fake->set_current(0);
  Array<double> x({1, 2, 3}, Place::device);
  Array<float> wrong({1, 2, 3}, Place::device);
  const BackendScope cuda(Backend::cuda);
  LaunchOptions options{.threads = {-1}, .block = {64}, .shared_memory = -1, .stream = fake->new_stream(1)};
  const auto says = [&](auto& array, const std::string& expected) {
    const std::string message = message_from<Error>([&] { ported().with(options)(2.0, array, x, 3); });
    EXPECT_NE(message.find(expected), std::string::npos) << message;
  };
  fake->fail_compilations("axpy", "does not compile");
  says(wrong, "threads {-1}");
  options.threads = {3};
  says(wrong, "shared memory of -1");
  options.shared_memory = std::int64_t{1} << 30;
  says(wrong, "argument 2");
  options.threads = {0};
  EXPECT_EQ(message_from<Error>([&] { ported().with(options)(2.0, far, x, 3); }), "no exception");
  EXPECT_TRUE(fake->compile_requests().empty());
  options.threads = {3};
  says(far, "does not compile");
  fake->repair_compilations("axpy");
  says(far, "beyond the limit");
  options.shared_memory = 0;
  says(far, "is on device 1");
  says(x, "the stream belongs to device 1");
  fake->fail_next_launch("refused");
  options.stream = nullptr;
  says(x, "refused");
}

TEST(CudaSide, the_shape_of_a_launch_can_be_asked_for) {
  KernelOptions options;
  options.launch = one_thread_per_element();
  const Kernel kernel = ported(std::move(options));
  std::vector<double> x(1000), y(1000);
  EXPECT_EQ(kernel.launch_shape(2.0, x, y, 1000), (LaunchShape{{8, 1, 1}, {128, 1, 1}, 0}));
  const KernelCall call = kernel.with({.block = {256}, .shared_memory = 64});
  EXPECT_EQ(call.launch_shape(2, x, y, 1000LL), (LaunchShape{{4, 1, 1}, {256, 1, 1}, 64}));
  EXPECT_TRUE(kernel.launch_shape(2.0, x, y, 0).is_empty());
  EXPECT_THROW(kernel.launch_shape(2.0, x, y), TypeMismatch);
  EXPECT_THROW(kernel.launch_shape(2.0, x, y, -1), InvalidArgument);
  EXPECT_THROW(ported().launch_shape(2.0, x, y, 3), InvalidArgument) << "no rule and no size";
}

TEST(CudaSide, a_device_call_allocates_nothing) {
  if (!test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer has an operator new of its own";
  FakeDeviceScope fake;
  fake->add_kernel("axpy", [](const FakeLaunch&) {});
  KernelOptions options;
  options.launch = one_thread_per_element();
  const Kernel kernel = ported(std::move(options));
  Array<double> x({1, 2, 3}, Place::device), y({1, 2, 3}, Place::device);
  const auto typed = kernel.typed<void(double, const double*, double*, int)>();
  const BackendScope cuda(Backend::cuda);
  const auto allocations_of = [&](auto call) {
    call();
    fake->forget_launches();
    const long before = test::allocation_count();
    call();
    return test::allocation_count() - before;
  };
  EXPECT_EQ(allocations_of([&] { typed(2.0, x.data(), y.data(), 3); }), 0);
  EXPECT_EQ(allocations_of([&] { kernel(2.0, x, y, 3LL); }), 0);
  EXPECT_EQ(allocations_of([&] { kernel.with({.threads = {3}, .block = {64}})(2.0, x, y, 3); }), 0);
}

TEST(CudaSide, the_threads_function_is_not_called_on_the_host) {
  KernelOptions options;
  options.launch.threads_from = [](const CallArguments&) -> LaunchExtent { throw std::logic_error("called"); };
  std::vector<double> x(1), y(1);
  EXPECT_NO_THROW(ported(std::move(options))(2.0, x, y, 1));
}

TEST(CudaSide, a_bad_argument_and_an_empty_launch_never_compile) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  const BackendScope cuda(Backend::cuda);
  const Kernel axpy = ported();
  Array<float> wrong(Shape(3), Place::device);
  Array<double> y(Shape(3), Place::device);
  EXPECT_THROW(axpy.with({.threads = {0}})(2.0, wrong, y, 3), TypeMismatch);
  axpy.with({.threads = {0}})(2.0, y, y, 3);
  EXPECT_EQ(device->compilations("axpy"), 0);
  EXPECT_TRUE(device->launches().empty());
}

TEST(CudaSide, case_62_a_failed_compilation_is_tried_again) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  device->fail_compilations("axpy", "line 3: syntax");
  const BackendScope cuda(Backend::cuda);
  const Kernel axpy = ported();
  Array<double> y(Shape(3), Place::device);
  const auto call = [&] { axpy.with({.threads = {3}})(2.0, y, y, 3); };
  EXPECT_NE(message_from<RuntimeFailure>(call).find("line 3: syntax"), std::string::npos);
  device->repair_compilations("axpy");
  EXPECT_NO_THROW(call());
}

TEST(CudaSide, case_64_recompile_renews_the_code_on_this_device_only) {
  FakeDeviceScope device(2);
  device->add_kernel("axpy", run_axpy);
  const BackendScope cuda(Backend::cuda);
  const Kernel axpy = ported();
  for (const int each : {1, 0}) {
    device->set_current(each);
    EXPECT_TRUE(axpy.compile());
  }
  EXPECT_EQ(device->compilations("axpy"), 2);
  device->add_kernel("axpy", [](const FakeLaunch& launch) { launch.argument<double*>(2)[0] = 77; });
  Array<double> x(Shape(1), Place::device), y(Shape(1), Place::device);
  const auto result = [&] {
    axpy.with({.threads = {1}})(2.0, x, y, 1);
    return y.to_vector().front();
  };
  EXPECT_EQ(result(), 0);  // the edit does not count yet
  EXPECT_TRUE(axpy.recompile());
  EXPECT_EQ(result(), 77);
  EXPECT_EQ(device->compilations("axpy"), 3);
  EXPECT_EQ(device->compile_requests().back().device, 0);
  device->set_current(1);
  Array<double> x1(Shape(1), Place::device), y1(Shape(1), Place::device);
  axpy.with({.threads = {1}})(2.0, x1, y1, 1);
  EXPECT_EQ(y1.to_vector().front(), 0);
}

TEST(CudaSide, a_recompilation_that_fails_leaves_the_old_code_in_use) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  const BackendScope cuda(Backend::cuda);
  const Kernel axpy = ported();
  axpy.compile();
  device->fail_compilations("axpy", "line 3: syntax");
  EXPECT_NE(message_from<RuntimeFailure>([&] { axpy.recompile(); }).find("line 3: syntax"), std::string::npos);
  Array<double> y(Shape(3), Place::device);
  EXPECT_NO_THROW(axpy.with({.threads = {3}})(2.0, y, y, 3));
  device->repair_compilations("axpy");
  EXPECT_TRUE(axpy.recompile());
  EXPECT_FALSE(test::axpy_kernel().recompile());  // it has no CUDA version
}

TEST(CudaSide, limits_of_the_device_are_checked_by_name) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  device->limits_of(0).threads_per_block = 256;
  const BackendScope cuda(Backend::cuda);
  const Kernel axpy = ported();
  Array<double> y(Shape(3), Place::device);
  EXPECT_EQ(message_from<InvalidArgument>([&] { axpy.with({.threads = {3}, .block = {512}})(2.0, y, y, 3); }),
            "kernel 'axpy' on device 0 (fake device 0): threads per block 512 is beyond the limit of 256");
  EXPECT_NE(message_from<InvalidArgument>([&] {
              axpy.with({.threads = {3}, .shared_memory = 1 << 20})(2.0, y, y, 3);
            }).find("shared memory in bytes 1048576 is beyond the limit"),
            std::string::npos);
}

TEST(CudaSide, arrays_and_streams_of_another_device_are_refused) {
  FakeDeviceScope device(2);
  device->add_kernel("axpy", run_axpy);
  const BackendScope cuda(Backend::cuda);
  const Kernel axpy = ported();
  Array<double> y(Shape(3), Place::device);
  device->set_current(1);
  Array<double> z(Shape(3), Place::device);
  EXPECT_EQ(message_from<InvalidArgument>([&] { axpy.with({.threads = {3}})(2.0, y, z, 3); }),
            "kernel 'axpy': argument 2 of 4 (const double* x) is on device 0, but the current device is 1");
  const auto stream = device->new_stream(0);
  EXPECT_NE(message_from<InvalidArgument>([&] {
              axpy.with({.threads = {3}, .stream = stream})(2.0, z, z, 3);
            }).find("the stream belongs to device 0"),
            std::string::npos);
  EXPECT_NO_THROW(axpy.with({.threads = {3}, .stream = device->new_stream(1)})(2.0, z, z, 3));
}

TEST(CudaSide, compile_all_tries_every_kernel_and_throws_the_first_error) {
  FakeDeviceScope device;
  KernelCatalog kernels;
  for (const char* name : {"a", "b", "c", "d"}) {
    KernelDefinition definition = test::mark_definition({test::marking<0>("reference")});
    definition.name = name;
    if (std::string(name) != "c") definition.cuda = test::some_source();
    device->add_kernel(name, [](const FakeLaunch&) {});
    kernels.register_kernel(Kernel(std::move(definition)));
  }
  EXPECT_EQ(kernels.compile_all(2), (std::vector<std::string>{"a", "b", "d"}));
  EXPECT_EQ(device->compilations("a"), 1);
  EXPECT_THROW(kernels.compile_all(0), InvalidArgument);
  EXPECT_THROW(kernels.compile_all(-1), InvalidArgument);
  EXPECT_TRUE(KernelCatalog().compile_all().empty());
}

/// Kernels with a CUDA version, which the device does not compile where the name is in `broken`.
KernelCatalog catalog_of(test::FakeDevice& device, const std::vector<std::string>& names,
                         const std::vector<std::string>& broken) {
  KernelCatalog kernels;
  for (const std::string& name : names) {
    KernelDefinition definition = test::mark_definition({test::marking<0>("reference")});
    definition.name = name;
    definition.cuda = test::some_source();
    device.add_kernel(name, [](const FakeLaunch&) {});
    kernels.register_kernel(Kernel(std::move(definition)));
  }
  for (const std::string& name : broken) device.fail_compilations(name, name + " is broken\nthe log of " + name);
  return kernels;
}

TEST(CudaSide, compile_all_attaches_every_failure_in_catalogue_order) {
  for (const int jobs : {1, 4}) {
    FakeDeviceScope device;
    const KernelCatalog kernels = catalog_of(*device, {"a", "b", "c", "d"}, {"d", "b"});
    try {
      kernels.compile_all(jobs);
      FAIL();
    } catch (const CompilationFailed& failed) {
      EXPECT_STREQ(failed.what(), "b is broken\nthe log of b\nand 1 more:\n  d: d is broken");
      ASSERT_EQ(failed.failures().size(), 2U);
      EXPECT_EQ(failed.failures()[0].kernel, "b");
      EXPECT_EQ(failed.failures()[1].kernel, "d");
      EXPECT_EQ(message_from<RuntimeFailure>([&] { std::rethrow_exception(failed.failures()[1].error); }),
                "d is broken\nthe log of d");
      EXPECT_EQ(message_from<RuntimeFailure>([&] { std::rethrow_if_nested(failed); }), "b is broken\nthe log of b");
    }
    for (const char* name : {"a", "b", "c", "d"}) EXPECT_EQ(device->compilations(name), 1) << name << jobs;
  }
}

TEST(CudaSide, compile_all_works_for_the_callers_device_in_all_threads) {
  FakeDeviceScope device(3);
  const KernelCatalog kernels = catalog_of(*device, {"a", "b", "c", "d", "e"}, {});
  device->set_current(2);
  kernels.compile_all(4);
  ASSERT_EQ(device->compile_requests().size(), 5U);
  for (const device::CompileRequest& request : device->compile_requests()) EXPECT_EQ(request.device, 2);
}

TEST(CudaSide, compile_all_without_a_device_names_kernel_and_reason) {
  if (why_no_device().empty()) GTEST_SKIP() << "there is a device here";
  KernelCatalog kernels;
  kernels.register_kernel(ported());
  const std::string message = message_from<RuntimeFailure>([&] { kernels.compile_all(); });
  EXPECT_NE(message.find("'axpy'"), std::string::npos) << message;
  EXPECT_NE(message.find(why_no_device()), std::string::npos) << message;
}

TEST(CudaSide, case_07_only_a_cuda_source_fits_the_cuda_slot) {
  // In C++ the compiler refuses a host object there.
  static_assert(!std::is_assignable_v<decltype(KernelOptions::cuda)&, HostFunction>);
  static_assert(!std::is_assignable_v<decltype(KernelOptions::cuda)&, HostImplementation>);
  static_assert(
      !std::is_assignable_v<decltype(KernelDefinition::cuda)&, void (*)(double, const double*, double*, int)>);
  static_assert(!std::is_assignable_v<decltype(KernelDefinition::cuda)&, std::string>);
  static_assert(std::is_assignable_v<decltype(KernelDefinition::cuda)&, CudaSource>);
}

// ---- dispatch by arrays --------------------------------------------------------------------------------------------

Kernel by_arrays() {
  KernelOptions options;
  options.dispatch = Dispatch::arrays;
  options.launch = one_thread_per_element();
  return ported(std::move(options));
}

TEST(Arrays, case_22_host_arrays_run_the_host_kernel_whatever_the_backend) {
  FakeDeviceScope device;
  const BackendScope cuda(Backend::cuda);
  const auto transfers = count_transfers();
  std::vector<double> x{1}, y{0};
  const Kernel axpy = by_arrays();
  for (int i = 0; i < 3; ++i) axpy(2.0, x, y, 1);
  EXPECT_EQ(y[0], 6.0);
  EXPECT_EQ(transfers->total(), 0U);
  EXPECT_EQ(device->compilations("axpy"), 0);
}

TEST(Arrays, device_arrays_run_the_cuda_kernel_on_the_host_backend) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  const Array<double> x({1, 2}, Place::device);
  Array<double> y(Shape(2), Place::device);
  by_arrays()(2.0, x, y, 2);
  EXPECT_EQ(y.to_vector(), (std::vector<double>{2, 4}));
}

TEST(Arrays, case_24_mixed_sides_are_refused_before_anything_is_compiled) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  std::vector<double> x{1, 2};
  Array<double> y(Shape(2), Place::device);
  const std::string message = message_from<TypeMismatch>([&] { by_arrays()(2.0, x, y, 2); });
  EXPECT_NE(message.find("argument 2 of 4 (const double* x) is a host array"), std::string::npos) << message;
  EXPECT_EQ(device->compilations("axpy"), 0);
}

struct DeviceGroup {
  Array<double>& x;
  Array<double>& y;
  auto device_form() { return std::tuple<Array<double>&, Array<double>&>(x, y); }
};

struct TwoForms {
  std::vector<double> x, y;
  auto host_form() { return std::tuple<std::vector<double>&, std::vector<double>&>(x, y); }
  auto device_form() { return std::tuple(device_pointer(x.data(), 2), device_pointer(y.data(), 2)); }
};

TEST(Arrays, case_25_a_group_with_a_device_form_only_takes_the_cuda_side) {
  FakeDeviceScope device;
  device->add_kernel("axpy", run_axpy);
  Array<double> x({1, 2}, Place::device), y(Shape(2), Place::device);
  by_arrays()(2.0, DeviceGroup{x, y}, 2);
  EXPECT_EQ(y.to_vector(), (std::vector<double>{2, 4}));
}

TEST(Arrays, case_25_a_structure_of_device_addresses_takes_the_cuda_side) {
  FakeDeviceScope device;
  device->add_kernel("axpy", [](const FakeLaunch&) {});
  KernelOptions options;
  options.dispatch = Dispatch::arrays;
  options.cuda = test::some_source();
  const Kernel axpy("axpy", {host<&take_pair_and_factor>()}, std::move(options));
  axpy.with({.threads = {1}})(device_struct(Pair{}), 1.0);
  EXPECT_EQ(device->launches().size(), 1U);
  axpy.with({.threads = {1}})(Pair{}, 1.0);
  EXPECT_EQ(device->launches().size(), 1U);
}

TEST(Arrays, case_26_a_group_with_two_forms_alone_takes_the_host) {
  FakeDeviceScope device;
  const BackendScope cuda(Backend::cuda);
  TwoForms group{{1, 2}, {0, 0}};
  by_arrays()(2.0, group, 2);
  EXPECT_EQ(group.y, (std::vector<double>{2, 4}));
}

TEST(Arrays, under_backend_dispatch_a_group_follows_the_backend) {
  FakeDeviceScope device;
  device->add_kernel("axpy", [](const FakeLaunch&) {});
  const BackendScope cuda(Backend::cuda);
  TwoForms group{{1, 2}, {0, 0}};
  ported().with({.threads = {2}})(2.0, group, 2);
  EXPECT_EQ(device->launches().size(), 1U);
}

TEST(Arrays, a_structure_of_device_addresses_is_refused_on_the_host) {
  const Kernel kernel("pair", {host<&take_pair>()}, KernelOptions{});
  const std::string message = message_from<TypeMismatch>([&] { kernel(device_struct(Pair{})); });
  EXPECT_NE(message.find("is a structure of device addresses, 16 bytes, alignment 8, but the call runs on the host"),
            std::string::npos)
      << message;
}

// ---- no CUDA version -----------------------------------------------------------------------------------------------

Kernel unported(MissingCudaPolicy policy, Dispatch dispatch = Dispatch::backend) {
  KernelOptions options;
  options.missing_cuda = policy;
  options.dispatch = dispatch;
  options.expected_cuda_path = "specs/axpy/axpy_cuda.cu";
  return axpy_kernel(std::move(options));
}

TEST(MissingCuda, case_08_raise_names_kernel_and_file_and_the_host_backend_has_the_host_kernel) {
  const Kernel axpy = unported(MissingCudaPolicy::raise);
  std::vector<double> x{1}, y{0};
  {
    const BackendScope cuda(Backend::cuda);
    try {
      axpy.get_kernel();
      FAIL();
    } catch (const MissingCuda& error) {
      EXPECT_EQ(error.kernel(), "axpy");
      EXPECT_EQ(error.expected_path(), "specs/axpy/axpy_cuda.cu");
      EXPECT_STREQ(
          error.what(),
          "kernel 'axpy' has no CUDA version (missing_cuda: raise); it is expected in specs/axpy/axpy_cuda.cu");
    }
    EXPECT_THROW(axpy(2.0, x, y, 1), MissingCuda);
    EXPECT_THROW(axpy.selected(), MissingCuda);
  }
  axpy.get_kernel()(2.0, x, y, 1);
  EXPECT_EQ(y[0], 2.0);
}

TEST(MissingCuda, under_arrays_it_is_raised_only_for_device_arguments) {
  const BackendScope cuda(Backend::cuda);
  const Kernel axpy = unported(MissingCudaPolicy::raise, Dispatch::arrays);
  std::vector<double> x{1}, y{0};
  EXPECT_NO_THROW(axpy(2.0, x, y, 1));
  EXPECT_THROW(axpy(2.0, device_pointer(x.data(), 1), y, 1), MissingCuda);
}

TEST(MissingCuda, case_39_with_the_device_implementation_set_nothing_stands_in) {
  const Kernel axpy = unported(MissingCudaPolicy::fallback);
  std::vector<double> x{1}, y{0};
  const DeviceImplementationScope strict("cuda");
  EXPECT_NO_THROW(axpy(2.0, x, y, 1));
  const BackendScope cuda(Backend::cuda);
  EXPECT_THROW(axpy(2.0, x, y, 1), ImplementationUnavailable);
  EXPECT_THROW(axpy.selected(), ImplementationUnavailable);
  EXPECT_THROW(axpy.get_kernel(), ImplementationUnavailable);
}

TEST(MissingCuda, selected_says_what_would_run) {
  EXPECT_EQ(ported().selected(), "reference");
  const BackendScope cuda(Backend::cuda);
  EXPECT_EQ(ported().selected(), "cuda");
  const test::CollectedWarnings warnings;
  EXPECT_EQ(unported(MissingCudaPolicy::fallback).selected(), "reference");
  unported(MissingCudaPolicy::fallback).get_kernel();
  EXPECT_TRUE(warnings.messages.empty());
}

}  // namespace
}  // namespace kparity
