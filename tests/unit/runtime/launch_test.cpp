// Launch shapes and options: what is computed, what is refused.
#include "kparity/launch.hpp"

#include <gtest/gtest.h>

#include "kernels.hpp"
#include "kparity/error.hpp"

namespace kparity {
namespace {

using test::message_from;

LaunchShape shape(const LaunchOptions& options) {
  return launch_shape("axpy", options);
}

std::string refusal(const LaunchOptions& options) {
  return message_from<InvalidArgument>([&] { shape(options); });
}

TEST(LaunchShape, rounds_threads_up_to_whole_blocks) {
  const LaunchShape s = shape({.threads = {129}, .block = {128}});
  EXPECT_EQ(s.grid, (std::array<unsigned, 3>{2, 1, 1}));
  EXPECT_EQ(s.block, (std::array<unsigned, 3>{128, 1, 1}));
  EXPECT_EQ(shape({.threads = {128}, .block = {128}}).grid[0], 1U);
  EXPECT_EQ(shape({.threads = {1}, .block = {128}}).grid[0], 1U);
}

TEST(LaunchShape, case_60_a_one_dimensional_block_is_padded_for_two_dimensional_threads) {
  const LaunchShape s = shape({.threads = {300, 7}, .block = {128}});
  EXPECT_EQ(s.grid, (std::array<unsigned, 3>{3, 7, 1}));
  EXPECT_EQ(s.block, (std::array<unsigned, 3>{128, 1, 1}));
}

TEST(LaunchShape, case_60_a_two_dimensional_block_with_one_dimensional_threads_is_refused) {
  const std::string message = refusal({.threads = {300}, .block = {16, 16}});
  EXPECT_NE(message.find("kernel 'axpy'"), std::string::npos) << message;
  EXPECT_NE(message.find("block {16, 16} has 2 dimensions, but threads {300} 1"), std::string::npos) << message;
}

TEST(LaunchShape, case_60_blocks_of_1025_threads_four_dimensions_and_negative_shared_memory_are_refused) {
  EXPECT_NE(refusal({.threads = {1}, .block = {1025}}).find("1024"), std::string::npos);
  EXPECT_NE(refusal({.threads = {1, 1}, .block = {32, 33}}).find("1056 threads; the limit is 1024"), std::string::npos);
  EXPECT_NE(refusal({.threads = {1, 1, 1, 1}}).find("has 4 dimensions"), std::string::npos);
  EXPECT_NE(refusal({.grid = {1, 1, 1, 1}}).find("has 4 dimensions"), std::string::npos);
  EXPECT_NE(refusal({.threads = {1}, .shared_memory = -1}).find("shared memory of -1"), std::string::npos);
}

TEST(LaunchShape, needs_a_size_and_says_how_to_give_one) {
  EXPECT_NE(refusal({}).find("give .threads or .grid"), std::string::npos);
  EXPECT_EQ(refusal({.block = {64}}), refusal({}));
}

TEST(LaunchShape, case_04_threads_and_grid_together_are_a_type_mismatch) {
  EXPECT_THROW(shape({.threads = {10}, .grid = {1}}), TypeMismatch);
}

TEST(LaunchShape, negative_sizes_and_empty_blocks_are_refused) {
  EXPECT_NE(refusal({.threads = {-1}}).find("must be at least 0"), std::string::npos);
  EXPECT_NE(refusal({.grid = {2, -1}}).find("y must be at least 0"), std::string::npos);
  EXPECT_NE(refusal({.threads = {1}, .block = {0}}).find("must be at least 1"), std::string::npos);
}

TEST(LaunchShape, zero_threads_are_an_empty_launch) {
  EXPECT_TRUE(shape({.threads = {0}, .block = {128}}).is_empty());
  EXPECT_TRUE(shape({.threads = {5, 0}, .block = {128}}).is_empty());
  EXPECT_FALSE(shape({.grid = {5}}).is_empty());
}

TEST(LaunchShape, grids_beyond_every_device_are_refused) {
  EXPECT_EQ(shape({.grid = {2147483647, 65535, 65535}}).grid[0], 2147483647U);
  EXPECT_NE(refusal({.grid = {2147483648}}).find("limit of every device"), std::string::npos);
  EXPECT_NE(refusal({.grid = {1, 65536}}).find("limit of every device"), std::string::npos);
  EXPECT_NE(refusal({.threads = {UINT64_MAX}, .block = {1}}).find("limit of every device"), std::string::npos);
  EXPECT_NE(refusal({.threads = {INT64_MAX}, .block = {1}}).find("limit of every device"), std::string::npos);
}

TEST(LaunchShape, any_integers_are_taken) {
  const std::size_t n = 300;
  const short b = 64;
  EXPECT_EQ(shape({.threads = {n}, .block = {b}, .shared_memory = n * sizeof(double)}).grid[0], 5U);
}

TEST(LaunchOptions, a_size_of_the_call_of_either_kind_replaces_the_default) {
  const LaunchOptions defaults{.threads = {100}, .block = {32}, .shared_memory = 8};
  EXPECT_EQ(merged({}, defaults).threads, LaunchExtent(100));
  EXPECT_EQ(merged({.grid = {2}}, defaults).threads, LaunchExtent());
  EXPECT_EQ(merged({.threads = {5}}, defaults).block, LaunchExtent(32));
  EXPECT_EQ(merged({.block = {64}, .shared_memory = 0}, defaults).shared_memory, 0);
}

}  // namespace
}  // namespace kparity
