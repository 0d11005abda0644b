// Whole runs on a fake device with a clock of its own: what is timed there, and what takes a time away.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "device_competitor.hpp"
#include "kernels.hpp"
#include "kparity/bench/bench.hpp"
#include "kparity/error.hpp"
#include "kparity/selection.hpp"
#include "support/fake_device.hpp"

namespace kparity::bench {
namespace {

using result::find_part;
using result::Measurement;
using result::Verdict;
using test::FakeDevice;
using test::FakeDeviceScope;
using test::FakeLaunch;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr int n = 100;

/// y[i] = a * x[i] on the fake device.
void scale_there(const FakeLaunch& launch) {
  scale(launch.argument<int>(0), launch.argument<int>(1), launch.argument<const int*>(2), launch.argument<int*>(3));
}

Kernel cuda_kernel_of(const spec::KernelSpec& spec, Entry reference) {
  KernelDefinition definition = kernel_of(spec, {{"reference", {{reference}, {}, nullptr}}}).definition();
  definition.launch = spec.launch;
  definition.cuda.emplace();
  definition.cuda->files = {{"scale_cuda.cu", "__global__ void scale(int, int, const int*, int*) {}"}};
  return Kernel(std::move(definition));
}

/// Fakes are copied into the processes that verify and time.
class DeviceBench : public testing::Test {
 protected:
  void SetUp() override {
    device->add_kernel("scale", &scale_there);
    options = profile("ci");
    options.budget_seconds = 0.05;
    options.warm_seconds = 0.001;
    options.block_seconds = 0.0002;
    options.device_memory = 1 << 16;
    options.clock = [this] { return static_cast<std::int64_t>(device->time.now * 1e9); };
  }

  Measurement row_of(const spec::KernelSpec& spec, Entry reference = entry<&scale>) {
    const Kernel kernel = cuda_kernel_of(spec, reference);
    report = run({{&spec, &kernel, {"cuda"}}}, options);
    return report.rows.at(0);
  }
  Measurement row_of(const char* more = "bench: {sizes: {n: [100]}, fixed: {a: 3}}\nlaunch: {threads: n}\n") {
    return row_of(scale_spec(more));
  }

  FakeDeviceScope device;
  Options options;
  result::BenchReport report;
};

TEST_F(DeviceBench, the_kernel_alone_its_floor_copies_and_the_whole_call_are_kept_apart) {
  const auto row = row_of();
  ASSERT_EQ(row.verdict, Verdict::pass) << row.reason;
  ASSERT_TRUE(row.timing);
  EXPECT_EQ(row.place, "device");
  EXPECT_NEAR(row.timing->median, 10e-6, 1e-12);
  EXPECT_FALSE(row.timing->without_hold);
  EXPECT_TRUE(row.cold);
  ASSERT_TRUE(find_part(row, "launch_floor"));
  EXPECT_NEAR(find_part(row, "launch_floor")->median, 2e-6, 1e-12);
  const double bytes = n * 4.0;
  EXPECT_NEAR(find_part(row, "copy_in")->median, bytes * device->time.pageable_byte, 2e-9);
  EXPECT_NEAR(find_part(row, "copy_out_pinned")->median, bytes * device->time.pinned_byte, 2e-9);
  EXPECT_THAT(find_part(row, "copy_in")->arguments, ElementsAre(testing::Pair("x", testing::Gt(0))));
  EXPECT_GT(find_part(row, "call")->median,
            row.timing->median + find_part(row, "copy_in")->median + find_part(row, "copy_out")->median);
  EXPECT_THAT(report.environment, Contains(testing::Pair("gpu_name", "fake device 0")));
  EXPECT_THAT(row.notes, IsEmpty());
}

TEST_F(DeviceBench, only_the_modes_of_the_spec_are_timed) {
  const auto row = row_of("bench: {sizes: {n: [100]}, modes: [kernel, call]}\nlaunch: {threads: n}\n");
  EXPECT_TRUE(row.timing);
  EXPECT_TRUE(find_part(row, "call"));
  EXPECT_FALSE(find_part(row, "copy_in"));
}

TEST_F(DeviceBench, a_slow_host_does_not_make_a_kernel_slow) {
  device->time.per_enqueue = 100e-6;
  EXPECT_NEAR(row_of().timing->median, 10e-6, 1e-12);
}

TEST_F(DeviceBench, short_kernels_are_called_launch_bound) {
  device->time.launches["scale"] = 3e-6;
  const auto row = row_of();
  EXPECT_NEAR(row.timing->median, 3e-6, 1e-12);  // the floor is not subtracted
  EXPECT_THAT(row.notes, Contains("launch-bound"));
}

TEST_F(DeviceBench, work_after_the_launch_is_noted) {
  device->time.after = 50e-6;
  const auto row = row_of();
  ASSERT_TRUE(row.timing) << row.reason;
  EXPECT_NEAR(row.timing->seconds_after, 50e-6, 1e-9);
  EXPECT_THAT(row.notes, Contains("the device works on for 50 us after the launch is done"));
}

TEST_F(DeviceBench, wrong_results_have_no_time) {
  device->add_kernel("scale", [](const FakeLaunch& launch) {
    scale(launch.argument<int>(0) - 1, launch.argument<int>(1), launch.argument<const int*>(2),
          launch.argument<int*>(3));
  });
  const auto row = row_of();
  EXPECT_EQ(row.verdict, Verdict::fail);
  EXPECT_FALSE(row.timing);
  EXPECT_THAT(row.parts, IsEmpty());
}

TEST_F(DeviceBench, results_that_become_wrong_while_it_is_timed_take_the_time_away) {
  device->add_kernel("scale", [calls = std::make_shared<int>(0)](const FakeLaunch& launch) {
    if (++*calls < 30) scale_there(launch);
  });
  const auto row = row_of();
  EXPECT_EQ(row.verdict, Verdict::fail);
  EXPECT_THAT(row.reason, HasSubstr("after it was timed: y: 100 of 100 elements differ from reference"));
  EXPECT_FALSE(row.timing);
}

TEST_F(DeviceBench, writes_next_to_an_array_take_the_time_away) {
  const auto spec = scale_spec("bench: {sizes: {n: [100]}, fixed: {a: 3}}\nlaunch: {threads: n}\n");
  Stage stage(spec, points(spec, 0, 1).front(), seeds_per_point);
  stage.expect({{entry<&scale>}, {}, nullptr});
  device->add_kernel("scale", [](const FakeLaunch& launch) {
    scale_there(launch);
    launch.argument<int*>(3)[n] = 0;
  });
  const Kernel kernel = cuda_kernel_of(spec, entry<&scale>);
  const BackendScope cuda(Backend::cuda);
  DeviceStage there(spec, kernel, stage, seeds_per_point);
  EXPECT_EQ(there.fault_of_kernel(), "it wrote outside of 'y'");
}

TEST_F(DeviceBench, a_call_that_waits_for_the_device_is_timed_without_hold) {
  const auto spec = scale_spec("bench: {sizes: {n: [100]}, fixed: {a: 3}}\nlaunch: {threads: n}\n");
  KernelDefinition definition = cuda_kernel_of(spec, entry<&scale>).definition();
  definition.debug = true;  // waits after each launch
  const Kernel kernel(definition);
  const auto row = run({{&spec, &kernel, {"cuda"}}}, options).rows.at(0);
  ASSERT_TRUE(row.timing) << row.reason;
  EXPECT_TRUE(row.timing->without_hold);
  EXPECT_THAT(row.notes, Contains(HasSubstr("without holding the stream")));
  EXPECT_LT(row.timing->median, longest_hold_seconds / 10);  // the blocks that timed out are not in it
}

TEST_F(DeviceBench, data_that_is_read_and_written_starts_anew_in_every_launch_outside_of_the_time) {
  device->time.copy_within = 1e-3;
  device->add_kernel("scale", [](const FakeLaunch& launch) {
    int* const y = launch.argument<int*>(1);
    for (int i = 0; i < launch.argument<int>(0); ++i) y[i] = static_cast<int>(2u * static_cast<unsigned>(y[i]));
  });
  const auto spec = read_spec(R"(kernel: scale
signature: void scale(int n, int* y)
inputs:
  n: {generate: integer, min: 0, max: 3000, role: size}
  y: {generate: integer, shape: [n], min: 1, max: 9}
outputs:
  y: {tolerance: exact}
launch: {threads: n}
bench: {sizes: {n: [64]}}
)");
  const auto doubles = [](void** arguments) {
    int* const y = *static_cast<int**>(arguments[1]);
    for (int i = 0; i < *static_cast<int*>(arguments[0]); ++i)
      y[i] = static_cast<int>(2u * static_cast<unsigned>(y[i]));
  };
  const auto row = row_of(spec, +doubles);
  ASSERT_EQ(row.verdict, Verdict::pass) << row.reason;
  EXPECT_NEAR(row.timing->median, 10e-6, 1e-12);
  EXPECT_GT(row.timing->calls, 50u);
}

TEST_F(DeviceBench, a_launch_that_fails_costs_its_row) {
  device->add_kernel("scale", [calls = std::make_shared<int>(0)](const FakeLaunch& launch) {
    if (++*calls > 30) throw RuntimeFailure("an illegal memory access was encountered");
    scale_there(launch);
  });
  const auto row = row_of();
  EXPECT_EQ(row.verdict, Verdict::crashed);
  EXPECT_THAT(row.reason, HasSubstr("an illegal memory access"));
  EXPECT_FALSE(row.timing);
}

TEST_F(DeviceBench, arrays_that_the_device_has_no_room_for_are_skipped_with_the_reason) {
  device->total_memory = 4000;
  const auto row = row_of();  // three sets of 800 bytes, twice
  EXPECT_EQ(row.verdict, Verdict::skipped) << row.reason;
  EXPECT_THAT(row.reason, HasSubstr("its sets of arrays take 0.0 GB on the device, which has 0.0 GB"));
  EXPECT_FALSE(row.timing);
}

TEST_F(DeviceBench, an_empty_launch_has_a_time_and_no_floor) {
  const auto row = row_of("bench: {sizes: {n: [0]}, fixed: {a: 3}}\nlaunch: {threads: n}\n");
  ASSERT_EQ(row.verdict, Verdict::pass) << row.reason;
  EXPECT_EQ(find_part(row, "launch_floor"), nullptr);
  EXPECT_THAT(row.notes, Contains("nothing is launched at this size"));
}

}  // namespace
}  // namespace kparity::bench
