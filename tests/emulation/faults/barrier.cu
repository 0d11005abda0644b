// Barriers and warp functions that not all threads come to in the same way.
#include "fault.cuh"

/// B028: threads without a target leave before the tile is loaded, which takes all threads.
__device__ void leaves_before_the_tile(bool repaired, const Arrays& a) {
  __shared__ float tile[64];
  const int i = thread_of_grid();
  if (!repaired && i >= a.n) return;
  tile[threadIdx.x] = i < a.n ? a.in[i] : 0.0f;
  __syncthreads();  // FINDS
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += tile[k];
  if (i < a.n) a.out[i] = sum;
}

/// B032: threads behind the end leave, and the tree goes over the whole block.
__device__ void leaves_before_the_tree(bool repaired, const Arrays& a) {
  __shared__ float sums[64];
  const int i = thread_of_grid(), t = threadIdx.x;
  if (!repaired && i >= a.n) return;
  sums[t] = i < a.n ? a.in[i] : 0.0f;
  for (int half = 32; half > 0; half /= 2) {
    __syncthreads();  // FINDS
    if (t < half) sums[t] += sums[t + half];
  }
  if (t == 0) a.out[blockIdx.x] = sums[0];
}

/// B054.
__device__ void barrier_in_a_condition(bool repaired, const Arrays& a) {
  __shared__ float tile[64];
  const int i = thread_of_grid(), t = threadIdx.x;
  tile[t] = i < a.n ? a.in[i] : 0.0f;
  if (repaired) __syncthreads();
  if (i < a.n) {
    if (!repaired) __syncthreads();  // FINDS
    if (repaired) a.out[i] = tile[63 - t];
  }
}

/// B055: groups of 16 threads share a block, and those behind the last group return.
__device__ void whole_groups_return(bool repaired, const Arrays& a) {
  __shared__ float most[4];
  const int i = thread_of_grid(), t = threadIdx.x;
  const bool is_idle = i / 16 >= a.n / 16;
  if (is_idle && !repaired) return;
  if (t % 16 == 0 && !is_idle) most[t / 16] = a.in[i];
  __syncthreads();  // FINDS
  if (!is_idle) a.out[i] = most[t / 16];
}

/// B056: two roles with a barrier in the branch of each.
__device__ void a_barrier_in_each_branch(bool repaired, const Arrays& a) {
  __shared__ float half[32];
  const int i = thread_of_grid(), t = threadIdx.x;
  if (t < 32) {
    half[t] = a.in[i];
    if (!repaired) __syncthreads();  // FINDS
  } else {
    if (!repaired) __syncthreads();  // FINDS
  }
  if (!repaired) return;
  __syncthreads();
  if (t >= 32) a.out[i] = half[t - 32];
}

/// B058: what the data say decides who skips the rest of a round, and the barrier in it.
__device__ void data_skip_the_barrier(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  int found = 0;
  for (int round = 0; round < 3; ++round) {
    const bool is_valid = a.in[(i + round) % 64] > 3;
    if (!is_valid && !repaired) continue;
    found += __syncthreads_count(is_valid);  // FINDS
  }
  a.out[i] = static_cast<float>(found);
}

/// B060: the mask of a group of eight lanes by remainder instead of quotient.
__device__ void mask_by_remainder(bool repaired, const Arrays& a) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32;
  const unsigned mask = 0xffu << (repaired ? lane / 8 * 8 : lane % 4 * 8);
  float sum = a.in[i];
  for (int d = 4; d > 0; d /= 2) sum += __shfl_xor_sync(mask, sum, d, 8);  // FINDS
  a.out[i] = sum;
}

/// A vote that only some lanes of its mask come to, since the others wait for the block.
__device__ void vote_of_a_few(bool repaired, const Arrays& a) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32;
  int any = 0;
  if (lane < 8 || repaired) any = __any_sync(0xffffffffu, lane == 3);
  __syncthreads();  // FINDS
  a.out[i] = static_cast<float>(any);
}

/// B062: the total is in the first lane, and the first three take theirs for it. Only the numbers show it.
__device__ void total_of_the_first_lane(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  float sum = a.in[i];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
  if (repaired) sum = __shfl_sync(0xffffffffu, sum, 0);
  a.out[i] = threadIdx.x % 32 < 3 ? sum : 0.0f;
}

/// A shuffle of all lanes in a branch that half of them take: it reads a lane that is not there.
__device__ void shuffle_in_a_branch(bool repaired, const Arrays& a) {
  const int i = thread_of_grid(), lane = threadIdx.x % 32;
  float value = a.in[i];
  if (repaired || lane < 16) value = __shfl_sync(0xffffffffu, value, 20);  // FINDS
  a.out[i] = value;
}

__global__ void barrier(int fault, bool repaired, Arrays a) {
  switch (fault) {
    case 0: return leaves_before_the_tile(repaired, a);
    case 1: return leaves_before_the_tree(repaired, a);
    case 2: return barrier_in_a_condition(repaired, a);
    case 3: return whole_groups_return(repaired, a);
    case 4: return a_barrier_in_each_branch(repaired, a);
    case 5: return data_skip_the_barrier(repaired, a);
    case 6: return mask_by_remainder(repaired, a);
    case 7: return vote_of_a_few(repaired, a);
    case 8: return total_of_the_first_lane(repaired, a);
    case 9: return shuffle_in_a_branch(repaired, a);
  }
}
