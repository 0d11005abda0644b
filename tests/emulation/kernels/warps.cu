// Lanes of a warp that work together: shuffles, votes, matches, reductions.
#include "data.cuh"

constexpr unsigned all_lanes = 0xffffffffu;

__device__ void sums_by_shuffles(const Data& d) {
  __shared__ float of_warp[2];
  const int t = threadIdx.x, i = thread_of_grid();
  float sum = i < d.n ? d.in[i] : 0.0f;
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(all_lanes, sum, distance);
  if (t % 32 == 0) of_warp[t / 32] = sum;
  __syncthreads();
  if (t == 0) d.out[blockIdx.x] = of_warp[0] + of_warp[1];
}

/// The first of the lanes with the same key counts for all of them.
__device__ void counts_by_key(const Data& d) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32;
  const int key = i < d.n ? d.numbers[i] % 5 : 5;
  const unsigned peers = __match_any_sync(all_lanes, key);
  if (lane == __ffs(peers) - 1) atomicAdd(&d.counts[key], __popc(peers));
}

/// The odd numbers of each warp, in their order, at its beginning.
__device__ void compaction_by_votes(const Data& d) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32, value = d.numbers[i];
  const unsigned odd = __ballot_sync(all_lanes, value % 2);
  const int rank = __popc(odd & ((1u << lane) - 1));
  if (value % 2 != 0) d.counts[i / 32 * 32 + rank] = value;
}

__device__ void reductions_of_a_warp(const Data& d) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32, value = d.numbers[i];
  const unsigned bits = static_cast<unsigned>(value);
  const int results[] = {__reduce_add_sync(all_lanes, value),
                         __reduce_min_sync(all_lanes, -value),
                         __reduce_max_sync(all_lanes, value),
                         static_cast<int>(__reduce_and_sync(all_lanes, bits | 0xf0u)),
                         static_cast<int>(__reduce_or_sync(all_lanes, bits)),
                         static_cast<int>(__reduce_xor_sync(all_lanes, bits))};
  if (lane < 6) d.counts[i / 32 * 6 + lane] = results[lane];
}

/// The halves of a warp go apart, one of them in two more steps, and meet again.
__device__ void halves_apart(const Data& d) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32;
  int sum = d.numbers[i];
  if (lane < 16) {
    for (int step = 8; step > 0; step /= 2) sum += __shfl_xor_sync(0x0000ffffu, sum, step);
  } else {
    for (int step = 2; step > 0; step /= 2) sum += __shfl_xor_sync(0xffff0000u, sum, step, 4);
  }
  __syncwarp();
  d.counts[i] = sum + __shfl_sync(all_lanes, sum, 31);
}

/// Values of eight bytes, which go in two pieces on a device.
__device__ void running_sums_of_doubles(const Data& d) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32;
  double sum = d.in[i];
  for (int distance = 1; distance < 32; distance *= 2) {
    const double before = __shfl_up_sync(all_lanes, sum, distance);
    if (lane >= distance) sum += before;
  }
  d.out[i] = static_cast<float>(sum);
}

__device__ void agreement(const Data& d) {
  const int i = thread_of_grid(), value = d.numbers[i];
  int same = 0;
  __match_all_sync(all_lanes, value / 32, &same);
  const int all = __all_sync(all_lanes, value > 0), any = __any_sync(all_lanes, value % 64 == 5);
  d.counts[i] = 4 * same + 2 * (all != 0) + (any != 0);
}

/// Lanes pass values on through shared memory, with the barrier of the warp only.
__device__ void rotation_through_shared_memory(const Data& d) {
  __shared__ int values[64];
  const int t = threadIdx.x;
  values[t] = d.numbers[thread_of_grid()];
  for (int round = 0; round < 3; ++round) {
    __syncwarp();
    const int next = values[t / 32 * 32 + (t + 1) % 32];
    __syncwarp();
    values[t] = next;
  }
  d.counts[thread_of_grid()] = values[t];
}

__global__ void warps(int which, Data d) {
  switch (which) {
    case 0: return sums_by_shuffles(d);
    case 1: return counts_by_key(d);
    case 2: return compaction_by_votes(d);
    case 3: return reductions_of_a_warp(d);
    case 4: return halves_apart(d);
    case 5: return running_sums_of_doubles(d);
    case 6: return agreement(d);
    case 7: return rotation_through_shared_memory(d);
  }
}
