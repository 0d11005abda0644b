#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.cuh"

namespace cg = cooperative_groups;

// Blocks of 64 threads.
__global__ void groups(int* failures) {
  __shared__ int s[64];
  const cg::thread_block block = cg::this_thread_block();
  const int t = threadIdx.x;
  CHECK(block.thread_rank() == t);
  CHECK(block.size() == 64);
  s[t] = t;
  block.sync();
  CHECK(s[63 - t] == 63 - t);
  cg::sync(block);

  const auto warp = cg::tiled_partition<32>(block);
  CHECK(warp.thread_rank() == t % 32);
  CHECK(warp.meta_group_rank() == t / 32);
  CHECK(warp.meta_group_size() == 2);
  CHECK(cg::reduce(warp, 1, cg::plus<int>()) == 32);
  CHECK(cg::reduce(warp, t % 32, cg::greater<int>()) == 31);
  CHECK(cg::inclusive_scan(warp, 1, cg::plus<int>()) == t % 32 + 1);
  CHECK(cg::exclusive_scan(warp, 2) == 2 * (t % 32));

  const auto tile = cg::tiled_partition<8>(warp);
  CHECK(tile.size() == 8);
  CHECK(tile.thread_rank() == t % 8);
  CHECK(tile.shfl(t, 3) == t / 8 * 8 + 3);
  CHECK(tile.shfl_xor(t, 1) == (t ^ 1));
  CHECK(tile.shfl_down(t, 2) == (t % 8 < 6 ? t + 2 : t));
  CHECK(tile.shfl_up(0.5 * t, 1) == 0.5 * (t % 8 == 0 ? t : t - 1));
  CHECK(tile.ballot(t % 2) == 0xaa);
  CHECK(tile.any(t % 8 == 5));
  CHECK(!tile.all(t % 8 == 5));
  CHECK(tile.match_any(t % 2) == (t % 2 == 0 ? 0x55 : 0xaa));
  CHECK(cg::reduce(tile, 1.5, cg::plus<double>()) == 12.0);
  tile.sync();

  const auto odd = cg::binary_partition(warp, t % 2 == 1);
  CHECK(odd.size() == 16);
  CHECK(odd.thread_rank() == t % 32 / 2);
  CHECK(odd.shfl(t, 0) == t / 32 * 32 + t % 2);
  const auto third = cg::labeled_partition(warp, t % 4);
  CHECK(third.size() == 8);

  // A counter that a group of lanes raises together.
  if (t % 3 == 0) {
    const auto active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(&s[0], static_cast<int>(active.size()));
    first = active.shfl(first, 0);
    CHECK(first + static_cast<int>(active.thread_rank()) < 22);
  }
  block.sync();
  CHECK(s[0] == 22);
}
