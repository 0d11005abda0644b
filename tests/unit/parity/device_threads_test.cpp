// The thread behind an element, and silence where a kernel divides its work otherwise.
#include "device_threads.hpp"

#include <gmock/gmock.h>

namespace kparity::parity {
namespace {

/// A kernel over the sizes nx and ny.
spec::KernelSpec spec_of(const std::vector<std::string>& threads, const std::vector<unsigned>& block) {
  spec::KernelSpec spec;
  spec.kernel = "k";
  Parameter nx, ny;
  nx.name = "nx";
  ny.name = "ny";
  spec.instantiations = {{"k", {nx, ny}, ""}};
  for (std::size_t i = 0; i < 2; ++i) {
    spec::InputSpec& input = spec.inputs.emplace_back();
    input.name = i == 0 ? "nx" : "ny";
    input.path = {i, {}};
    input.role = spec::Role::size;
  }
  for (const std::string& extent : threads) spec.launch.threads.emplace_back(extent);
  spec.launch.block = block;
  return spec;
}

generate::Case sizes(std::uint64_t nx, std::uint64_t ny) {
  generate::Case drawn;
  drawn.scalars = {{DType::int32, nx}, {DType::int32, ny}};
  return drawn;
}

TEST(DeviceThreads, one_thread_per_element) {
  const auto spec = spec_of({"nx"}, {128});
  EXPECT_EQ(thread_of_element(spec, sizes(129, 0), {129}, 128), "thread 0 of block 1");
  EXPECT_EQ(thread_of_element(spec, sizes(129, 0), {129}, 5), "thread 5 of block 0");
  EXPECT_EQ(threads_per_block(spec), 128U);
}

TEST(DeviceThreads, x_runs_along_the_last_axis) {
  const auto spec = spec_of({"nx", "ny"}, {32, 8});
  EXPECT_EQ(thread_of_element(spec, sizes(100, 20), {20, 100}, 9 * 100 + 33), "thread (1, 1) of block (1, 1)");
  EXPECT_EQ(threads_per_block(spec), 256U);
}

TEST(DeviceThreads, the_same_as_numbers) {
  const auto place = place_of_element(spec_of({"nx", "ny"}, {32, 8}), sizes(100, 20), {20, 100}, 9 * 100 + 34);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->block, (std::array<unsigned, 3>{1, 1, 0}));
  EXPECT_EQ(place->thread, (std::array<unsigned, 3>{2, 1, 0}));
  EXPECT_FALSE(place_of_element(spec_of({"32*nx"}, {128}), sizes(129, 0), {129}, 128));
}

TEST(DeviceThreads, a_block_of_one_dimension_is_padded_with_ones) {
  EXPECT_EQ(thread_of_element(spec_of({"nx", "ny"}, {64}), sizes(100, 20), {20, 100}, 3 * 100 + 70),
            "thread (6, 0) of block (1, 3)");
}

TEST(DeviceThreads, another_division_of_work_gets_no_answer) {
  EXPECT_EQ(thread_of_element(spec_of({"32*nx"}, {128}), sizes(129, 0), {129}, 128), "");
  EXPECT_EQ(thread_of_element(spec_of({}, {128}), sizes(129, 0), {129}, 128), "");
  EXPECT_EQ(thread_of_element(spec_of({"nx", "ny"}, {32, 8}), sizes(100, 20), {100, 20}, 7), "");
}

}  // namespace
}  // namespace kparity::parity
