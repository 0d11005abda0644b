// Blocks that fit on a multiprocessor: by registers, by static shared memory, by warps and by number.
#include "multiprocessor.hpp"

#include <gtest/gtest.h>

namespace kparity::gate {
namespace {

EvidenceCode code(const std::string& architecture, unsigned registers, unsigned threads, std::uint64_t shared = 0) {
  return {architecture, "", registers, threads, shared, {}};
}

TEST(BlocksThatFit, are_bounded_by_registers_in_steps_of_eight) {
  EXPECT_EQ(blocks_that_fit(code("sm_90", 32, 128)), 16U);
  EXPECT_EQ(blocks_that_fit(code("sm_90", 33, 128)), 12U);
  EXPECT_EQ(blocks_that_fit(code("sm_90", 40, 128)), 12U);
  EXPECT_EQ(blocks_that_fit(code("sm_90", 255, 1024)), 0U);  // it cannot be launched
}

TEST(BlocksThatFit, are_bounded_by_warps_and_number) {
  EXPECT_EQ(blocks_that_fit(code("sm_90", 16, 32)), 32U);
  EXPECT_EQ(blocks_that_fit(code("sm_75", 16, 32)), 16U);
  EXPECT_EQ(blocks_that_fit(code("sm_90", 16, 1024)), 2U);
  EXPECT_EQ(blocks_that_fit(code("sm_86", 16, 1024)), 1U);
}

TEST(BlocksThatFit, are_bounded_by_shared_memory_and_what_the_system_takes_of_it) {
  EXPECT_EQ(blocks_that_fit(code("sm_90", 16, 128, 0)), 16U);
  EXPECT_EQ(blocks_that_fit(code("sm_90", 16, 128, 48 * 1024)), 4U);  // 4 * 49 of 228
  EXPECT_EQ(blocks_that_fit(code("sm_80", 16, 128, 40 * 1024)), 4U);  // 4 * 41 of 164
  EXPECT_EQ(blocks_that_fit(code("sm_80", 16, 128, 40 * 1024 + 1)), 3U);
}

TEST(BlocksThatFit, of_an_architecture_that_is_not_known_are_not_bounded_by_shared_memory) {
  EXPECT_EQ(blocks_that_fit(code("sm_999", 16, 128, 1 << 30)), 16U);
}

}  // namespace
}  // namespace kparity::gate
