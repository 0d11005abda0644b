#include "check.cuh"

// Blocks of 40 threads: the second warp has 8 lanes.
__global__ void warps(int* failures) {
  const unsigned full = 0xffffffffu;
  const int lane = threadIdx.x % 32;
  const int lanes = threadIdx.x < 32 ? 32 : 8;
  const unsigned all = lanes == 32 ? full : 0xffu;
  CHECK(__ballot_sync(all, lane % 2 == 0) == (0x55555555u & all));
  CHECK(__all_sync(all, lane < 32));
  CHECK(!__all_sync(all, lane != 3));
  CHECK(__any_sync(all, lane == 3));
  CHECK(!__any_sync(all, lane == 40));
  CHECK(__shfl_sync(all, lane * 10, 5) == 50);
  CHECK(__shfl_sync(all, lane, lane + 1, 4) == lane / 4 * 4 + (lane + 1) % 4);
  CHECK(__shfl_up_sync(all, lane, 2) == (lane < 2 ? lane : lane - 2));
  CHECK(__shfl_up_sync(all, lane, 1, 8) == (lane % 8 == 0 ? lane : lane - 1));
  CHECK(__shfl_down_sync(all, lane, 3, 8) == (lane % 8 < 5 ? lane + 3 : lane));
  CHECK(__shfl_xor_sync(all, lane, 5) == (lane ^ 5));
  CHECK(__shfl_xor_sync(all, 0.5 * lane, 1) == 0.5 * (lane ^ 1));
  CHECK(__shfl_sync(all, static_cast<long long>(lane) << 40, 7) == 7ll << 40);
  CHECK(__match_any_sync(all, lane % 4) == (0x11111111u << lane % 4 & all));
  int same;
  CHECK(__match_all_sync(all, 3.5, &same) == all);
  CHECK(same == 1);
  CHECK(__match_all_sync(all, lane, &same) == 0);
  CHECK(same == 0);
  CHECK(__reduce_add_sync(all, lane) == lanes * (lanes - 1) / 2);
  CHECK(__reduce_min_sync(all, lane - 5) == -5);
  CHECK(__reduce_max_sync(all, static_cast<unsigned>(lane)) == static_cast<unsigned>(lanes - 1));
  CHECK(__reduce_min_sync(all, static_cast<unsigned>(-1 - lane)) == static_cast<unsigned>(-lanes));
  CHECK(__reduce_and_sync(all, 0xf0u | static_cast<unsigned>(lane)) == 0xf0u);
  CHECK(__reduce_or_sync(all, 1u << lane) == all);
  CHECK(__reduce_xor_sync(all, 1u << lane) == all);
  __syncwarp(all);
  CHECK((__activemask() >> lane & 1) == 1);

  // Two halves in branches of their own, with another number of collectives in each.
  if (lanes == 32) {
    int sum = lane;
    if (lane < 16) {
      for (int d = 8; d > 0; d /= 2) sum += __shfl_xor_sync(0x0000ffffu, sum, d);
      CHECK(sum == 120);
    } else {
      for (int d = 1; d < 16; d *= 2) sum += __shfl_xor_sync(0xffff0000u, sum, d);
      __syncwarp(0xffff0000u);
      CHECK(sum == 376);
    }
    __syncwarp();
  }
  // Lanes that have left are not waited for.
  if (lane >= 4) return;
  CHECK(__ballot_sync(full, 1) == 0xfu);
}
