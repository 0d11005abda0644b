// Accesses outside of arrays, reads of what nobody wrote, and memory that a kernel may touch although nobody allocated
// it.
#include "fixture.hpp"

namespace kparity::checker {

namespace {

class Engine : public CheckerTest {
 protected:
  static void expect(const LaunchResult& result, KparityFindingKind kind, const std::string& name,
                     const std::string& text) {
    ASSERT_EQ(result.findings.size(), 1u) << name;
    const Seen& seen = result.findings[0];
    EXPECT_EQ(seen.kind, kind);
    EXPECT_EQ(seen.text, text);
    EXPECT_TRUE(seen.file.ends_with("checker_kernels/bounds.cpp")) << seen.file;
    EXPECT_TRUE(lines_with("bounds.cpp", name + ": here").contains(seen.line)) << name << ": line " << seen.line;
    EXPECT_EQ(result.abandoned, kind == kparity_finding_bounds);
  }
};

TEST_P(Engine, write_one_element_past_the_end) {
  auto* run = kernel_of<void(float*, int)>("write_one_past");
  for (const ThreadOrder order : all_orders) {
    auto* x = zeros<float>("x", 100);
    auto* next = zeros<float>("next", 100);
    const LaunchResult result = gpu.launch([&] { run(x, 100); }, {4, 1, 1}, {32, 1, 1}, order);
    expect(result, kparity_finding_bounds, "write_one_past", "write of `x`[100], just past its end (100 elements)");
    EXPECT_EQ(result.findings[0].array, "x");
    EXPECT_EQ(result.findings[0].element, 100);
    EXPECT_EQ(result.findings[0].block.x, 3u);
    EXPECT_EQ(result.findings[0].thread.x, 4u);
    EXPECT_EQ(contents(next, 100), std::vector<float>(100));  // it was found before it happened
  }
  auto* within = kernel_of<void(float*, int)>("write_within");
  auto* x = zeros<float>("x", 100);
  EXPECT_TRUE(gpu.launch([&] { within(x, 100); }, {4, 1, 1}, {32, 1, 1}).findings.empty());
  EXPECT_EQ(contents(x, 100), std::vector<float>(100, 1.0f));
}

TEST_P(Engine, read_before_the_start) {
  auto* x = zeros<double>("x", 8);
  auto* out = zeros<double>("out", 8);
  auto* run = kernel_of<void(const double*, double*)>("read_before");
  expect(gpu.launch([&] { run(x, out); }, {1, 1, 1}, {8, 1, 1}), kparity_finding_bounds, "read_before",
         "read of `x`[-1], 8 bytes before its start (8 elements)");
}

TEST_P(Engine, read_that_only_begins_inside) {
  auto* x = zeros<char>("x", 10);
  auto* out = zeros<double>("out", 1);
  auto* run = kernel_of<void(const char*, double*)>("read_straddling");
  expect(gpu.launch([&] { run(x, out); }, {1, 1, 1}, {1, 1, 1}), kparity_finding_bounds, "read_straddling",
         "read of `x`[4], 2 bytes of it past its end (10 elements)");
}

TEST_P(Engine, shared_variable) {
  auto* out = zeros<float>("out", 32);
  auto* run = kernel_of<void(float*)>("shared_past_end");
  expect(gpu.launch([&] { run(out); }, {1, 1, 1}, {32, 1, 1}), kparity_finding_bounds, "shared_past_end",
         "read of `tile`[32], just past its end (32 elements)");
}

TEST_P(Engine, atomic) {
  auto* x = zeros<int>("x", 5);
  auto* run = kernel_of<void(int*, int)>("atomic_past_end");
  expect(gpu.launch([&] { run(x, 7); }, {1, 1, 1}, {1, 1, 1}), kparity_finding_bounds, "atomic_past_end",
         "atomic of `x`[7], 8 bytes past its end (5 elements)");
}

TEST_P(Engine, host_memory_null_and_freed_memory) {
  auto* run = kernel_of<void(int*)>("write_through");
  std::vector<int> memory(1 << 20, 5);
  int* const host = memory.data() + memory.size() / 2;  // not within the 256 KiB above a stack that count as the stack
  expect(gpu.launch([&] { run(host); }, {1, 1, 1}, {1, 1, 1}), kparity_finding_bounds, "write_through",
         "write of 4 bytes of host memory; kernels may only touch device memory, so copy the data there");
  EXPECT_EQ(*host, 5);
  expect(gpu.launch([&] { run(nullptr); }, {1, 1, 1}, {1, 1, 1}), kparity_finding_bounds, "write_through",
         "write of 4 bytes through a null pointer");
  auto* gone = static_cast<int*>(checker.allocate(4, {"gone", 4, true}));
  checker.free(gone);
  expect(gpu.launch([&] { run(gone); }, {1, 1, 1}, {1, 1, 1}), kparity_finding_bounds, "write_through",
         "write of 4 bytes of device memory that is not allocated");
}

TEST_P(Engine, memory_of_the_caller_that_was_announced) {
  auto* run = kernel_of<void(int*)>("write_through");
  auto* atomic = kernel_of<void(int*, int)>("atomic_past_end");
  int variable[4] = {};
  const KparityHooks& hooks = checker.hooks();
  hooks.device_allocated(hooks.self, variable, sizeof variable, "variable", sizeof(int), 1);
  EXPECT_TRUE(gpu.launch([&] { run(variable); }, {1, 1, 1}, {1, 1, 1}).findings.empty());
  EXPECT_EQ(variable[0], 1);
  EXPECT_TRUE(gpu.launch([&] { atomic(variable, 3); }, {1, 1, 1}, {64, 1, 1}).findings.empty());
  EXPECT_EQ(variable[3], 64);
  const LaunchResult race = gpu.launch([&] { run(variable); }, {1, 1, 1}, {2, 1, 1});
  ASSERT_EQ(race.findings.size(), 1u);
  EXPECT_EQ(race.findings[0].text, "write of `variable`[0] in global memory");
  hooks.device_freed(hooks.self, variable);
}

// Three thousand million elements, of which two pages are ever backed.
TEST_P(Engine, narrow_index_into_an_array_of_more_than_2_to_the_31_elements) {
  const long long n = 3'000'000'000;
  auto* x = static_cast<unsigned char*>(checker.allocate(n, {"x", 1, true}));
  auto* wide = kernel_of<void(unsigned char*, long long)>("wide_index");
  EXPECT_TRUE(gpu.launch([&] { wide(x, n); }, {1, 1, 1}, {1, 1, 1}).findings.empty());
  unsigned char last = 0;
  checker.copy_out(&last, x + n - 1, 1);
  EXPECT_EQ(last, 1);
  auto* narrow = kernel_of<void(unsigned char*, long long)>("narrow_index");
  expect(gpu.launch([&] { narrow(x, n); }, {1, 1, 1}, {1, 1, 1}), kparity_finding_bounds, "narrow_index",
         "write of `x`[-1294967297], 1294967297 bytes before its start (3000000000 elements)");
}

TEST_P(Engine, shared_memory_that_nobody_wrote) {
  auto* out = zeros<float>("out", 128);
  auto* run = kernel_of<void(float*)>("shared_unwritten");
  for (const ThreadOrder order : all_orders) {
    const LaunchResult result = gpu.launch([&] { run(out); }, {1, 1, 1}, {64, 1, 1}, order);
    ASSERT_EQ(result.findings.size(), 1u);
    EXPECT_EQ(result.findings[0].count, 48u);
    EXPECT_GE(result.findings[0].element, 16);
  }
  expect(gpu.launch([&] { run(out); }, {1, 1, 1}, {64, 1, 1}), kparity_finding_uninitialised, "shared_unwritten",
         "read of `tile`[16], which nobody has written in this block");
  auto* last = kernel_of<void(float*)>("shared_of_last_block");
  expect(gpu.launch([&] { last(out); }, {2, 1, 1}, {64, 1, 1}), kparity_finding_uninitialised, "shared_of_last_block",
         "read of `tile`[0], which nobody has written in this block");
}

TEST_P(Engine, device_memory_that_nobody_wrote) {
  auto* run = kernel_of<void(double*)>("accumulate");
  auto* out = static_cast<double*>(checker.allocate(64, {"out", 8, false}));
  expect(gpu.launch([&] { run(out); }, {1, 1, 1}, {8, 1, 1}), kparity_finding_uninitialised, "accumulate",
         "read of `out`[0], which nobody has written");
  EXPECT_TRUE(gpu.launch([&] { run(out); }, {1, 1, 1}, {8, 1, 1}).findings.empty());  // the launch before wrote it
  checker.forget_written(out + 3, 8);
  expect(gpu.launch([&] { run(out); }, {1, 1, 1}, {8, 1, 1}), kparity_finding_uninitialised, "accumulate",
         "read of `out`[3], which nobody has written");
  checker.forget_written(out, 64);
  checker.fill(out, 0, 64);
  EXPECT_TRUE(gpu.launch([&] { run(out); }, {1, 1, 1}, {8, 1, 1}).findings.empty());

  auto* part = static_cast<int*>(checker.allocate(4, {"part", 4, false}));
  auto* sink = zeros<int>("sink", 1);
  auto* one = kernel_of<void(int*, int*)>("one_byte_written");
  expect(gpu.launch([&] { one(part, sink); }, {1, 1, 1}, {1, 1, 1}), kparity_finding_uninitialised, "one_byte_written",
         "read of `part`[0], which nobody has written");

  auto* count = static_cast<int*>(checker.allocate(4, {"count", 4, false}));
  auto* atomic = kernel_of<void(int*)>("atomic_on_unwritten");
  expect(gpu.launch([&] { atomic(count); }, {1, 1, 1}, {8, 1, 1}), kparity_finding_uninitialised, "atomic_on_unwritten",
         "read of `count`[0], which nobody has written");
}

TEST_P(Engine, what_is_written_may_be_read_and_padding_be_copied) {
  auto* x = static_cast<double*>(checker.allocate(6 * 8, {"x", 8, false}));
  auto* run = kernel_of<void(double*)>("writes_then_reads");
  EXPECT_TRUE(gpu.launch([&] { run(x); }, {2, 1, 1}, {3, 1, 1}).findings.empty());
  auto* padded = checker.allocate(48, {"padded", 24, false});
  auto* copy = kernel_of<void(void*)>("copy_padded");
  EXPECT_TRUE(gpu.launch([&] { copy(padded); }, {1, 1, 1}, {1, 1, 1}).findings.empty());
}

TEST_P(Engine, stack_and_constants_are_nobodys_business) {
  auto* out = zeros<int>("out", 2);
  auto* run = kernel_of<void(int*)>("locals_and_constants");
  EXPECT_TRUE(gpu.launch([&] { run(out); }, {1, 1, 1}, {1, 1, 1}).findings.empty());
  EXPECT_EQ(contents(out, 2)[1], 87);
}

TEST_P(Engine, no_more_findings_than_asked_for) {
  Checker one({.most_findings = 1});
  Gpu gpu_of_one(one);
  auto* in = static_cast<float*>(one.allocate(256, {"in", 4, true}));
  auto* out = static_cast<float*>(one.allocate(256, {"out", 4, true}));
  auto* run = kernel_of<void(const float*, float*)>("missing_second_barrier");
  const auto launch = [&](Gpu& on) {
    return on.launch([&] { run(in, out); }, {1, 1, 1}, {64, 1, 1}, ThreadOrder::shuffled_with_pauses).findings.size();
  };
  EXPECT_EQ(launch(gpu_of_one), 1u);
}

INSTANTIATE_TEST_SUITE_P(Compilers, Engine, testing::ValuesIn(kernel_libraries()), compiler_name);

}  // namespace

}  // namespace kparity::checker
