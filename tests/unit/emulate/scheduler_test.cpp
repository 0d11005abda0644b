// Launches that go wrong, each beside its repaired twin; limits; orders; what is left after an abandoned launch.
#include "scheduler.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "emulated.hpp"

struct Box {
  double x, y, z, w;
};

namespace kparity::emulate {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Planted {
  int mode;  // the repaired twin is the next one
  FindingKind kind;
  int line;
  std::vector<std::string> words;
};

void PrintTo(const Planted& planted, std::ostream* out) {
  *out << "mode " << planted.mode;
}

LaunchResult run_planted(Emulator& emulator, int mode, const EmulationOptions& options) {
  static const EmulatedKernel kernel = load_kernel<void(int, int*)>("planted");
  std::vector<int> out(65, 0);
  return launch_on(emulator, kernel, shape_of({2, 1, 1}, {64, 1, 1}), options, mode, out.data());
}

class PlantedFaults : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFaults, are_found_with_their_line) {
  const Planted& planted = GetParam();
  EmulationOptions options;
  options.most_idle_turns = 1000;
  Emulator emulator;
  const LaunchResult result = run_planted(emulator, planted.mode, options);
  ASSERT_FALSE(result.findings.empty());
  const Finding& finding = result.findings.front();
  EXPECT_EQ(finding.kind, planted.kind) << to_string(finding);
  EXPECT_EQ(static_cast<int>(finding.access.line), planted.line) << to_string(finding);
  for (const std::string& word : planted.words) EXPECT_THAT(to_string(finding), HasSubstr(word));
}

TEST_P(PlantedFaults, have_a_silent_twin) {
  Emulator emulator;
  for (const EmulationOptions& options : all_orders()) {
    const LaunchResult result = run_planted(emulator, GetParam().mode + 1, options);
    EXPECT_THAT(texts_of(result), IsEmpty());
    EXPECT_TRUE(result.completed);
  }
}

using enum FindingKind;
INSTANTIATE_TEST_SUITE_P(
    All, PlantedFaults,
    testing::Values(
        Planted{0,
                barrier,
                10,
                {"planted.cu:10", "40 of 64 threads wait at planted.cu:10", "thread (40,0,0)",
                 "has left the kernel without reaching it"}},
        Planted{2, barrier, 17, {"63 of 64 threads wait", "thread (7,0,0)"}},
        Planted{4,
                barrier,
                27,
                {"thread (32,0,0): waits at a barrier (planted.cu:27) while thread (0,0,0) waits at "
                 "another (planted.cu:25)"}},
        Planted{6, barrier, 34, {"32 of 64 threads wait", "thread (32,0,0)"}},
        Planted{8, barrier, 41, {"lane 0 in __shfl_sync reads lane 16, which has left the kernel"}},
        Planted{10, barrier, 47, {"lane 0 in __shfl_down_sync reads lane 16, which is not in the mask 0x0000ffff"}},
        Planted{12, barrier, 53, {"lane 16 calls __shfl_sync with mask 0x0000ffff, which does not contain it"}},
        Planted{14,
                barrier,
                62,
                {"lane 16 is in __syncwarp with mask 0xfffffff0 while lane 4 waits for it in "
                 "__syncwarp with mask 0xffffffff (planted.cu:60)"}},
        Planted{
            16,
            barrier,
            69,
            {"48 of 64 threads wait at planted.cu:69", "waits in __syncwarp at planted.cu:68", "lane 8 never comes"}},
        Planted{18, barrier, 76, {"waits at a barrier (planted.cu:76:", "waits at another (planted.cu:76:"}},
        Planted{20,
                barrier,
                82,
                {"thread (32,0,0): waits at __syncthreads (planted.cu:82) while thread (0,0,0) waits "
                 "at __syncthreads_count (planted.cu:80)"}},
        Planted{22, barrier, 88, {"lane 16 is in __all_sync", "lane 0 waits for it in __any_sync"}},
        Planted{24, bounds, 5, {"wrote past the end of `s`: its byte 256, of 256"}},
        Planted{26, trap, 95, {"thread (3,0,0): __trap()"}},
        Planted{28, hang, 99, {"thread (5,0,0)", "waits for ever"}}));

TEST(Scheduler, works_on_after_an_abandoned_launch) {
  Emulator emulator;
  EmulationOptions options;
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(run_planted(emulator, 4, options).completed);
    EXPECT_TRUE(run_planted(emulator, 5, options).completed);
  }
}

TEST(Scheduler, a_library_serves_one_emulator_after_another) {
  for (int i = 0; i < 3; ++i) {
    Emulator emulator;
    EXPECT_THAT(run_planted(emulator, 24, {}).findings, SizeIs(1)) << i;
  }
}

TEST(Scheduler, a_thread_may_leave_early_if_told_so) {
  Emulator emulator;
  EmulationOptions options;
  options.may_leave_early = true;
  EXPECT_THAT(texts_of(run_planted(emulator, 2, options)), IsEmpty());
}

TEST(Scheduler, a_finding_says_whether_its_thread_was_running) {
  Emulator emulator;
  for (const bool for_debugger : {false, true}) {
    EmulationOptions options;
    options.for_debugger = for_debugger;
    EXPECT_TRUE(run_planted(emulator, 26, options).findings.at(0).on_thread);   // a trap
    EXPECT_TRUE(run_planted(emulator, 12, options).findings.at(0).on_thread);   // its own mask
    EXPECT_FALSE(run_planted(emulator, 2, options).findings.at(0).on_thread);   // it has left
    EXPECT_FALSE(run_planted(emulator, 24, options).findings.at(0).on_thread);  // seen when the block has ended
  }
}

TEST(Scheduler, counts_repeated_findings_once) {
  Emulator emulator;
  const LaunchResult result = run_planted(emulator, 10, {});
  ASSERT_THAT(result.findings, SizeIs(1));
  EXPECT_EQ(result.findings[0].times, 2u * 2 * 16);  // blocks, warps, lanes
}

TEST(Scheduler, refuses_what_a_device_refuses) {
  const EmulatedKernel kernel = load_kernel<void(int, int*)>("planted");
  Emulator emulator;
  std::vector<int> out(65, 0);
  const auto texts = [&](const LaunchShape& shape) {
    const LaunchResult result = launch_on(emulator, kernel, shape, {}, 1, out.data());
    EXPECT_FALSE(result.completed);
    for (const Finding& finding : result.findings) EXPECT_EQ(finding.kind, limit);
    return texts_of(result);
  };
  EXPECT_THAT(texts(shape_of({1, 1, 1}, {1024, 2, 1})),
              ElementsAre("a block of (1024,2,1) has 2048 threads; the limit is 1024"));
  EXPECT_THAT(texts(shape_of({1, 1, 1}, {1, 1, 65})), ElementsAre("block.z is 65; the limit is 64"));
  EXPECT_THAT(texts(shape_of({1, 65536, 1}, {1, 1, 1})), ElementsAre("grid.y is 65536; the limit is 65535"));
  EXPECT_THAT(texts(shape_of({1, 1, 65536}, {1, 1, 1})), ElementsAre("grid.z is 65536; the limit is 65535"));
  EXPECT_THAT(texts(shape_of({1, 1, 1}, {64, 1, 1}, 232449)),
              ElementsAre("232449 bytes of dynamic shared memory are beyond the limit of 232448"));
}

TEST(Scheduler, shared_memory_needs_opting_in) {
  const EmulatedKernel kernel = load_kernel<void(int*)>("shared");
  Emulator emulator;
  std::vector<int> failures(400, 0);
  EmulationOptions options;
  options.opt_in_shared_memory = false;
  const auto run = [&](std::size_t bytes) {
    return texts_of(launch_on(emulator, kernel, shape_of({1, 1, 1}, {8, 4, 1}, bytes), options, failures.data()));
  };
  EXPECT_THAT(run(47 * 1024), IsEmpty());
  EXPECT_THAT(run(48 * 1024), ElementsAre(HasSubstr("the limit is 49152")));
  options.opt_in_shared_memory = true;
  EXPECT_THAT(run(48 * 1024), IsEmpty());
}

TEST(Scheduler, static_shared_memory_has_a_limit) {
  const EmulatedKernel kernel = load_kernel<void(int*)>("wide_shared");
  Emulator emulator;
  std::vector<int> out(32, 0);
  const LaunchResult result = launch_on(emulator, kernel, shape_of({1, 1, 1}, {32, 1, 1}), {}, out.data());
  EXPECT_FALSE(result.completed);
  EXPECT_THAT(texts_of(result),
              ElementsAre("wide_shared.cu:2: block (0,0,0) thread (0,0,0): with `s` a block has 49160 "
                          "bytes of __shared__ variables; the limit is 49152"));
}

TEST(Scheduler, launch_bounds_are_a_limit) {
  const EmulatedKernel kernel = load_kernel<void(int*, int*, Box)>("language");
  Emulator emulator;
  std::vector<int> failures(400, 0), visits(1024, 0);
  const LaunchResult result =
      launch_on(emulator, kernel, shape_of({1, 1, 1}, {25, 1, 1}), {}, failures.data(), visits.data(), Box{});
  EXPECT_THAT(texts_of(result), ElementsAre("a block of 25 threads is beyond the __launch_bounds__(24) of the kernel"));
}

TEST(Scheduler, one_order_hides_what_another_shows) {
  const EmulatedKernel kernel = load_kernel<void(const int*, int*)>("order");
  Emulator emulator;
  std::vector<int> in(64);
  std::iota(in.begin(), in.end(), 1);
  const auto sum = [&](ThreadOrder order) {
    std::vector<int> out(1, 0);
    EmulationOptions options;
    options.order = order;
    const int* const input = in.data();
    launch_on(emulator, kernel, shape_of({1, 1, 1}, {64, 1, 1}), options, input, out.data());
    return out[0];
  };
  const int right = 64 * 65 / 2;
  EXPECT_EQ(sum(ThreadOrder::descending), right);
  EXPECT_NE(sum(ThreadOrder::ascending), right);
  EXPECT_NE(sum(ThreadOrder::shuffled), right);
}

TEST(Scheduler, nothing_runs_on_an_empty_grid) {
  const EmulatedKernel kernel = load_kernel<void(int*)>("shared");
  Emulator emulator;
  int* const nothing = nullptr;
  EXPECT_TRUE(launch_on(emulator, kernel, shape_of({0, 1, 1}, {32, 1, 1}), {}, nothing).completed);
}

TEST(Scheduler, runs_on_the_portable_switch_too) {
  const EmulatedKernel kernel = load_kernel<void(int*)>("shared");
  Scheduler scheduler(portable_switching());
  std::vector<int> failures(400, 0);
  int* first = failures.data();
  void* arguments[] = {&first};
  const LaunchResult result =
      scheduler.launch(kernel.module(), kernel.module().kernel[0], shape_of({1, 1, 1}, {8, 4, 1}, 256), arguments, {});
  EXPECT_THAT(texts_of(result), IsEmpty());
  EXPECT_EQ(failures, std::vector<int>(400, 0));
  EXPECT_GT(result.barriers, 6u);
}

}  // namespace
}  // namespace kparity::emulate
