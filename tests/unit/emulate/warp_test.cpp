// Results of warp collectives as plain arithmetic.
#include "warp.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace kparity::emulate {
namespace {

KparityWarpRequest shuffle(KparityWarpOperation operation, unsigned parameter, unsigned width) {
  return {operation, ~std::uint64_t{0}, 0, parameter, width};
}

TEST(SourceLane, stays_in_its_segment) {
  EXPECT_EQ(source_lane(shuffle(kparity_warp_shuffle, 9, 8), 17), 17u);
  EXPECT_EQ(source_lane(shuffle(kparity_warp_shuffle_up, 2, 8), 9), 9u);
  EXPECT_EQ(source_lane(shuffle(kparity_warp_shuffle_up, 2, 8), 10), 8u);
  EXPECT_EQ(source_lane(shuffle(kparity_warp_shuffle_down, 3, 8), 13), 13u);
  EXPECT_EQ(source_lane(shuffle(kparity_warp_shuffle_down, 3, 8), 12), 15u);
  EXPECT_EQ(source_lane(shuffle(kparity_warp_shuffle_down, 4000000000u, 32), 1), 1u);
  EXPECT_EQ(source_lane(shuffle(kparity_warp_shuffle_xor, 8, 8), 3), 3u);   // a later segment
  EXPECT_EQ(source_lane(shuffle(kparity_warp_shuffle_xor, 8, 8), 11), 3u);  // an earlier one
}

TEST(ResultOf, reduces_signed_and_unsigned_values_apart) {
  std::vector<KparityWarpRequest> lanes(2);
  lanes[0].value = static_cast<std::uint64_t>(std::int64_t{-5});
  lanes[1].value = 3;
  const auto result = [&](KparityWarpOperation operation) {
    lanes[0].operation = lanes[1].operation = operation;
    return result_of(lanes, 3, 0).value;
  };
  EXPECT_EQ(static_cast<std::int64_t>(result(kparity_warp_reduce_min)), -5);
  EXPECT_EQ(result(kparity_warp_reduce_unsigned_min), 3u);
  EXPECT_EQ(static_cast<std::int64_t>(result(kparity_warp_reduce_max)), 3);
}

TEST(ResultOf, a_shuffle_from_an_absent_lane_gives_the_own_value) {
  std::vector<KparityWarpRequest> lanes(4, shuffle(kparity_warp_shuffle, 3, 32));
  lanes[0].value = 7;
  EXPECT_EQ(result_of(lanes, 1, 0).value, 7u);
}

}  // namespace
}  // namespace kparity::emulate
