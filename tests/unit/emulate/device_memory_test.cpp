// The memory of the fast place: closed to the host, exact at its edges, and larger than the machine's where an array is
// hardly touched; what a launch says of accesses that it refuses.
#include "kparity/emulate/device_memory.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include "emulated.hpp"
#include "kparity/emulate/host_code.hpp"
#include "kparity/error.hpp"
#include "support/sanitizer.hpp"

namespace kparity::emulate {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(DeviceMemory, copies_stay_inside_one_array) {
  DeviceMemory memory;
  std::vector<double> host(100, 1.0);
  auto* const rho = static_cast<double*>(memory.allocate(800, "rho", 8));
  memory.open();
  const auto message = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const InvalidArgument& refused) {
      return refused.what();
    }
    return "";
  };
  EXPECT_EQ(message([&] { memory.copy_in(rho + 1, host.data(), 800); }),
            "copy to the device: 800 bytes from byte 8 of 'rho', which has 800 bytes");
  EXPECT_EQ(message([&] { memory.copy_in(host.data(), host.data(), 8); }),
            "copy to the device: the device side is not memory of the emulated device");
  EXPECT_EQ(message([&] { memory.copy_out(rho, rho, 8); }),
            "copy from the device: the host side is device memory ('rho')");
  memory.copy_in(rho, host.data(), 800);
  std::vector<double> back(100);
  memory.copy_out(back.data(), rho, 800);
  EXPECT_EQ(back, host);
}

TEST(DeviceMemory, addresses_have_names) {
  DeviceMemory memory;
  auto* const x = static_cast<double*>(memory.allocate(800, "x", 8));
  auto* const n = static_cast<int*>(memory.allocate(4, "n", 4));
  EXPECT_EQ(memory.locate(x + 12)->text, "`x`[12]");
  EXPECT_EQ(memory.locate(x + 100)->text, "`x`[100], just past its end (100 elements)");
  EXPECT_EQ(memory.locate(x + 102)->text, "`x`[102], 16 bytes past its end (100 elements)");
  EXPECT_EQ(memory.locate(x - 1)->text, "`x`[-1], 8 bytes before its start (100 elements)");
  EXPECT_EQ(memory.locate(n + 1)->text, "`n`[1], just past its end (1 element)");
  EXPECT_FALSE(memory.locate(&memory));
  memory.clear();
  EXPECT_FALSE(memory.locate(x));
}

TEST(DeviceMemory, writes_beside_an_array_are_seen_on_both_sides) {
  DeviceMemory memory;
  for (const auto edge : {DeviceMemory::Edge::begin, DeviceMemory::Edge::end}) {
    auto* const x = static_cast<char*>(memory.allocate(100, "x", 1, edge));
    memory.open();
    EXPECT_FALSE(memory.find_write_beside());
    const int where = edge == DeviceMemory::Edge::begin ? 100 : -1;
    x[where] = 1;
    EXPECT_EQ(memory.locate(x + where)->text, memory.find_write_beside()->text);
    EXPECT_FALSE(memory.find_write_beside());
    memory.clear();
  }
}

TEST(DeviceMemory, an_array_may_be_larger_than_the_memory_of_the_machine) {
  DeviceMemory memory;
  const std::size_t bytes = std::size_t{60} << 30;
  auto* const x = static_cast<char*>(memory.allocate(bytes, "x", 1));
  memory.open();
  x[0] = x[bytes - 1] = 1;
  EXPECT_EQ(memory.locate(x + bytes)->text, "`x`[64424509440], just past its end (64424509440 elements)");
  EXPECT_THROW(memory.allocate(std::size_t{300} << 30, "y", 1), RuntimeFailure);
  memory.clear();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 2'000'000);  // KiB
}

TEST(DeviceMemory, host_code_that_touches_it_is_found) {
  DeviceMemory memory;
  auto* const x = static_cast<volatile int*>(memory.allocate(4, "x", 4));
  const auto is_device = [&](const void* address) { return memory.contains(address); };
  int local = 0;
  EXPECT_FALSE(touched_by_host([&] { local = 1; }, is_device));
  const auto touched = touched_by_host([&] { local = *x; }, is_device);
  ASSERT_TRUE(touched);
  EXPECT_EQ(memory.locate(*touched)->text, "`x`[0]");
}

TEST(DeviceMemoryDeathTest, a_fault_elsewhere_is_a_fault) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  DeviceMemory memory;
  volatile int* const nowhere = reinterpret_cast<int*>(8);
  EXPECT_DEATH(touched_by_host([&] { *nowhere = 1; }, [&](const void* address) { return memory.contains(address); }),
               "");
}

// ---------------------------------------------------------------------------------------------------------- launches

struct Refused {
  int mode, line;
  FindingKind kind;
  std::string text;
  int or_line = line;  // with another compiler
};

void PrintTo(const Refused& refused, std::ostream* out) {
  *out << "mode " << refused.mode;
}

class RefusedAccess : public testing::TestWithParam<Refused> {
 protected:
  /// n is even, so that nothing is left between the end of an array and the page behind.
  LaunchResult run(int mode, DeviceMemory::Edge edge, const EmulationOptions& options) {
    memory.clear();
    auto* const x = static_cast<double*>(memory.allocate(64 * sizeof(double), "x", sizeof(double), edge));
    auto* const y = static_cast<double*>(memory.allocate(64 * sizeof(double), "y", sizeof(double), edge));
    memory.open();
    const double* const input = x;
    return launch_on(emulator, load_kernel<void(int, int, const double*, double*)>("faults"),
                     shape_of({2, 1, 1}, {32, 1, 1}), options, mode, 64, input, y);
  }

  DeviceMemory memory;
  Emulator emulator{nullptr, &memory};
};

TEST_P(RefusedAccess, is_a_finding_with_line_array_and_thread) {
  if (test::has_thread_sanitizer) GTEST_SKIP() << test::no_jumps_out_of_handlers;
  const Refused& refused = GetParam();
  const auto edge = refused.mode == 2 ? DeviceMemory::Edge::begin : DeviceMemory::Edge::end;
  for (const EmulationOptions& options : all_orders()) {
    const LaunchResult result = run(refused.mode, edge, options);
    EXPECT_FALSE(result.completed);
    ASSERT_THAT(texts_of(result), SizeIs(1));
    const Finding& finding = result.findings.front();
    EXPECT_EQ(finding.kind, refused.kind);
    EXPECT_THAT(static_cast<int>(finding.access.line), AnyOf(refused.line, refused.or_line)) << to_string(finding);
    EXPECT_THAT(to_string(finding), HasSubstr("block (1,0,0) thread (5,0,0): "));
    EXPECT_THAT(finding.text, HasSubstr(refused.text));
    EXPECT_THAT(texts_of(run(6, edge, options)), IsEmpty());  // and the emulator works on
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedAccess,
    testing::Values(Refused{0, 12, FindingKind::bounds, "of `x`[64], just past its end (64 elements)"},
                    Refused{1, 13, FindingKind::bounds, "of `y`[65], 8 bytes past its end (64 elements)"},
                    Refused{2, 14, FindingKind::bounds, "of `x`[-1], 8 bytes before its start (64 elements)"},
                    Refused{3, 15, FindingKind::bounds, "through a null pointer"},
                    Refused{4, 4, FindingKind::trap, "its stack of 256 KiB is full", 2},
                    Refused{5, 17, FindingKind::bounds, "of `y`[66], 16 bytes past its end (64 elements)"}));

TEST_F(RefusedAccess, a_host_pointer_is_refused_by_name) {
  memory.allocate(8, "y", 8);
  std::vector<double> host(64);
  const double* const input = host.data();
  double* const output = nullptr;
  const LaunchResult result = launch_on(emulator, load_kernel<void(int, int, const double*, double*)>("faults"),
                                        shape_of({2, 1, 1}, {32, 1, 1}), {}, 7, 64, input, output);
  EXPECT_FALSE(result.completed);
  ASSERT_THAT(texts_of(result), SizeIs(1));  // a null pointer may be handed on
  EXPECT_EQ(result.findings.front().kind, FindingKind::bounds);
  EXPECT_THAT(texts_of(result).front(), HasSubstr("argument 2 (const double*) points to host memory"));
}

}  // namespace
}  // namespace kparity::emulate
