// Cooperative groups, and variables that belong to the file instead of a launch.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cassert>

#include "data.cuh"

namespace cg = cooperative_groups;

__constant__ float coefficients[4] = {1, -2, 0, 3};
__device__ int tickets;
static __device__ int served[3];

__device__ void sums_of_tiles(const Data& d) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const int i = thread_of_grid();
  const int sum = cg::reduce(tile, d.numbers[i], cg::plus<int>());
  const int most = cg::reduce(tile, d.numbers[i], cg::greater<int>());
  d.counts[i] = cg::inclusive_scan(tile, d.numbers[i], cg::plus<int>()) + (tile.thread_rank() == 0 ? sum - most : 0);
}

__device__ void exchange_in_the_block(const Data& d) {
  __shared__ float values[64];
  const cg::thread_block block = cg::this_thread_block();
  values[block.thread_rank()] = d.in[thread_of_grid()];
  block.sync();
  d.out[thread_of_grid()] = values[block.size() - 1 - block.thread_rank()];
}

/// The lanes that are together raise the counter once.
__device__ void counters_of_lanes_together(const Data& d) {
  const int i = thread_of_grid();
  if (d.numbers[i] % 3 == 0) {
    const auto together = cg::coalesced_threads();
    if (together.thread_rank() == 0) atomicAdd(&d.counts[0], static_cast<int>(together.size()));
  }
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto alike = cg::binary_partition(warp, d.numbers[i] % 2 == 1);
  if (alike.thread_rank() == 0) atomicAdd(&d.counts[1 + d.numbers[i] % 2], static_cast<int>(alike.size()));
  const auto same = cg::labeled_partition(warp, d.numbers[i] % 4);
  d.out[i] = static_cast<float>(cg::reduce(same, 1, cg::plus<int>()));
}

__device__ float polynomial(float x) {
  float value = 0;
  for (int k = 3; k >= 0; --k) value = value * x + coefficients[k];
  return value;
}

/// Tickets are drawn from a variable of the file, and the last one sets it back for the next launch.
__device__ void variables_of_the_file(const Data& d) {
  static __device__ int drawn_in_vain;
  const int i = thread_of_grid();
  d.out[i] = polynomial(d.in[i]);
  atomicAdd(&served[blockIdx.x], 1);
  __threadfence();
  const int ticket = atomicAdd(&tickets, 1);
  if (ticket < 0) atomicAdd(&drawn_in_vain, 1);
  if (ticket != 191) return;
  __threadfence();
  for (int b = 0; b < 3; ++b) d.counts[b] = atomicExch(&served[b], 0);
  d.counts[3] = atomicExch(&tickets, 0) + drawn_in_vain;
}

__device__ void says_and_asserts(const Data& d) {
  const int i = thread_of_grid();
  assert(i < 192);
  const long long begin = clock64();
  if (i == 191) printf("thread %d of %s\n", i, "the grid");
  d.counts[i] = clock64() >= begin ? 1 : 2;
  if (i > 191) __trap();
}

__global__ void groups(int which, Data d) {
  switch (which) {
    case 0: return sums_of_tiles(d);
    case 1: return exchange_in_the_block(d);
    case 2: return counters_of_lanes_together(d);
    case 3: return variables_of_the_file(d);
    case 4: return says_and_asserts(d);
  }
}
