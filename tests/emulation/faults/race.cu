// Accesses of different threads that nothing orders, in shared and in global memory.
#include "fault.cuh"

__device__ void stencil_without_a_barrier(bool repaired, const Arrays& a) {
  __shared__ float tile[66];
  const int i = thread_of_grid(), t = threadIdx.x;
  tile[t + 1] = a.in[i];                                        // FINDS tile
  if (t == 0) tile[0] = i > 0 ? a.in[i - 1] : 0.0f;             // FINDS tile
  if (t == 63) tile[65] = i + 1 < a.size ? a.in[i + 1] : 0.0f;  // FINDS tile
  if (repaired) __syncthreads();
  a.out[i] = tile[t] + tile[t + 2];  // FINDS tile
}

__device__ void tree_without_barriers(bool repaired, const Arrays& a) {
  __shared__ float sums[64];
  const int t = threadIdx.x;
  sums[t] = a.in[thread_of_grid()];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) sums[t] += sums[t + half];  // FINDS sums
    if (repaired) __syncthreads();
  }
  if (t == 0) a.out[blockIdx.x] = sums[0];
}

/// B046: thread 0 still adds up a row while others fill in the next.
__device__ void second_barrier_missing(bool repaired, const Arrays& a) {
  __shared__ float products[64];
  const int t = threadIdx.x;
  for (int row = 0; row < 2; ++row) {
    products[t] = a.in[(64 * row + t) % a.size] * a.in[t];  // FINDS products
    __syncthreads();
    if (t == 0) {
      float sum = 0;
      for (int k = 0; k < 64; ++k) sum += products[k];  // FINDS products
      a.out[2 * blockIdx.x + row] = sum;
    }
    if (repaired) __syncthreads();
  }
}

/// B048: what does not fit one tile needs a barrier at the end of the loop over the tiles.
__device__ void tile_loop_without_its_last_barrier(bool repaired, const Arrays& a) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int first = 0; first < a.size; first += 64) {
    tile[t] = a.in[first + t];  // FINDS tile
    __syncthreads();
    for (int k = 0; k < 64; ++k) sum += tile[k];  // FINDS tile
    if (repaired) __syncthreads();
  }
  a.out[thread_of_grid()] = sum;
}

/// B049: one thread writes the totals that all read.
__device__ void totals_of_one_thread(bool repaired, const Arrays& a) {
  __shared__ int totals[2];
  if (threadIdx.x == 31) {
    totals[0] = 7;  // FINDS totals
    totals[1] = 9;  // FINDS totals
  }
  if (repaired) __syncthreads();
  a.out[thread_of_grid()] = static_cast<float>(totals[0] + totals[1]);  // FINDS totals
}

/// B052: values along a line are interpolated in place.
__device__ void interpolates_in_place(bool repaired, const Arrays& a) {
  __shared__ float line[64];
  const int t = threadIdx.x;
  line[t] = a.in[thread_of_grid()];
  __syncthreads();
  const float between = 0.5f * (line[t] + line[t ^ 1]);  // FINDS line
  if (repaired) __syncthreads();
  line[t] = between;  // FINDS line
  a.out[thread_of_grid()] = between;
}

__device__ void counter_read_before_the_barrier(bool repaired, const Arrays& a) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);  // FINDS count
  if (repaired) __syncthreads();
  a.out[thread_of_grid()] = static_cast<float>(count);  // FINDS count
}

__device__ void values_of_another_warp(bool repaired, const Arrays& a) {
  __shared__ float values[64];
  const int t = threadIdx.x;
  values[t] = a.in[t];  // FINDS values
  __syncwarp();
  if (repaired) __syncthreads();
  a.out[thread_of_grid()] = values[(t + 32) % 64];  // FINDS values
}

__device__ void values_of_the_other_half(bool repaired, const Arrays& a) {
  __shared__ float values[64];
  const int t = threadIdx.x;
  values[t] = a.in[t];  // FINDS values
  __syncwarp(repaired ? 0xffffffffu : t % 32 < 16 ? 0x0000ffffu : 0xffff0000u);
  a.out[thread_of_grid()] = values[t ^ 16];  // FINDS values
}

/// B059: the last warp adds up in step, as warps once did.
__device__ void volatile_tail(bool repaired, const Arrays& a) {
  __shared__ float sums[64];
  const int t = threadIdx.x;
  sums[t] = a.in[thread_of_grid()];
  __syncthreads();
  if (repaired) {
    for (int half = 32; half > 0; half /= 2) {
      if (t < half) sums[t] += sums[t + half];
      __syncthreads();
    }
  } else if (t < 32) {
    volatile float* const in_step = sums;
    for (int half = 32; half > 0; half /= 2) in_step[t] = in_step[t] + in_step[t + half];  // FINDS sums
  }
  if (t == 0) a.out[blockIdx.x] = sums[0];
}

/// B152: the last rounds of a tree, without the barrier of the warp.
__device__ void tail_without_warp_barriers(bool repaired, const Arrays& a) {
  __shared__ float sums[64];
  const int t = threadIdx.x;
  sums[t] = a.in[thread_of_grid()];
  __syncthreads();
  if (t < 32) {
    for (int half = 32; half > 0; half /= 2) {
      const float sum = t < half ? sums[t] + sums[t + half] : 0.0f;  // FINDS sums
      if (repaired) __syncwarp();
      if (t < half) sums[t] = sum;  // FINDS sums
      if (repaired) __syncwarp();
    }
  }
  if (t == 0) a.out[blockIdx.x] = sums[0];
}

__device__ void dynamic_memory_for_two_things(bool repaired, const Arrays& a) {
  extern __shared__ float dynamic[];
  const int t = threadIdx.x;
  dynamic[t] = a.in[t];  // FINDS dynamic
  __syncthreads();
  const float other = dynamic[63 - t];  // FINDS dynamic
  if (repaired) __syncthreads();
  dynamic[t] = 2 * other;  // FINDS dynamic
  a.out[thread_of_grid()] = other;
}

__device__ void writes_of_the_same_value(bool repaired, const Arrays& a) {
  if (!repaired || thread_of_grid() == 0) a.ints[0] = 1;  // FINDS ints
}

/// B069: several rays meet in a pixel.
__device__ void deposit_without_atomics(bool repaired, const Arrays& a) {
  int* const pixel = &a.ints[thread_of_grid() / 4];
  if (repaired) {
    atomicAdd(pixel, 1);
  } else {
    *pixel += 1;  // FINDS ints
  }
}

/// Each block writes its part and the first element of the next.
__device__ void writes_into_the_next_block(bool repaired, const Arrays& a) {
  a.ints[thread_of_grid()] = 1;  // FINDS ints
  const unsigned next = (blockIdx.x + 1) % gridDim.x * blockDim.x;
  if (threadIdx.x == 0 && !repaired) a.ints[next] = 2;  // FINDS ints
}

__device__ void last_block_without_a_fence(bool repaired, const Arrays& a) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    a.ints[1 + blockIdx.x] = 5;  // FINDS ints
    if (repaired) __threadfence();
    is_last = atomicAdd(&a.ints[0], 1) == static_cast<int>(gridDim.x) - 1;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  if (repaired) __threadfence();
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += a.ints[1 + b];  // FINDS ints
  a.out[0] = static_cast<float>(sum);
}

__device__ void lock_without_fences(bool repaired, const Arrays& a) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&a.ints[0], 0, 1) != 0) {
  }
  if (repaired) __threadfence();
  a.ints[1] += 1;  // FINDS ints
  if (repaired) __threadfence();
  atomicExch(&a.ints[0], 0);
}

__device__ void counts_together_with_the_scope_of_a_block(bool repaired, const Arrays& a) {
  if (repaired) {
    atomicAdd(&a.ints[0], 1);
  } else {
    atomicAdd_block(&a.ints[0], 1);  // FINDS ints
  }
}

/// B066: one thread of the grid initialises what all blocks read.
__device__ void initialised_by_one_thread_of_the_grid(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  if (!repaired && i == 0) a.ints[0] = 17;     // FINDS ints
  const int base = repaired ? 17 : a.ints[0];  // FINDS ints
  a.out[i] = static_cast<float>(base + i);
}

/// B067: sweeps along two axes of a field of 16 x 8, in place and in one launch.
__device__ void two_sweeps_in_one_launch(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  const int left = i % 16 > 0 ? a.ints[i - 1] : 0;              // FINDS ints
  const int above = !repaired && i >= 16 ? a.ints[i - 16] : 0;  // FINDS ints
  if (repaired) {
    a.out[i] = static_cast<float>(left);
  } else {
    a.ints[i] = left + above + 1;  // FINDS ints
  }
}

/// B068: a sum in place that is one block's work, by two.
__device__ void sum_in_place_by_all_blocks(bool repaired, const Arrays& a) {
  if (repaired && blockIdx.x > 0) return;
  const int t = threadIdx.x;
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) a.ints[t] += a.ints[t + half];  // FINDS ints
    __syncthreads();
  }
}

/// B078: shifted by one, onto itself.
__device__ void shifts_onto_its_input(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  const int next = a.ints[(i + 1) % a.size];  // FINDS ints
  if (repaired) {
    a.out[i] = static_cast<float>(next);
  } else {
    a.ints[i] = next;  // FINDS ints
  }
}

struct Body {
  double place, speed, mass;
};

__device__ void copies_of_structures(bool repaired, const Arrays& a) {
  __shared__ Body bodies[64];
  const int t = threadIdx.x;
  bodies[t] = Body{1.0 * t, 0, 1};
  __syncthreads();
  const Body next = bodies[(t + 1) % 64];  // FINDS bodies
  if (repaired) __syncthreads();
  bodies[t] = next;  // FINDS bodies
  a.out[thread_of_grid()] = static_cast<float>(next.place);
}

/// Two threads write the same byte, or neighbouring ones.
__device__ void bytes_of_two_threads(bool repaired, const Arrays& a) {
  __shared__ unsigned char flags[64];
  flags[repaired ? threadIdx.x : threadIdx.x / 2] = 1;  // FINDS flags
  __syncthreads();
  a.out[thread_of_grid()] = flags[0];
}

__device__ int total_of_all;

/// A variable of the file that all blocks count in.
__device__ void counts_in_a_variable_of_the_file(bool repaired, const Arrays& a) {
  if (repaired) {
    atomicAdd(&total_of_all, 1);
  } else {
    total_of_all += 1;  // FINDS total_of_all
  }
}

namespace helpers {
__device__ float cache[64];
}

/// A cache that each block believes to be its own.
__device__ void variable_for_all_blocks(bool repaired, const Arrays& a) {
  __shared__ float own[64];
  float* const cache = repaired ? own : helpers::cache;
  const int t = threadIdx.x;
  cache[t] = a.in[t];  // FINDS helpers::cache
  __syncthreads();
  a.out[thread_of_grid()] = cache[63 - t];  // FINDS helpers::cache
}

__device__ void static_of_a_function(bool repaired, const Arrays& a) {
  static int calls;
  if (!repaired || thread_of_grid() == 0) ++calls;  // FINDS calls
}

/// Read at more places of the code than an element's cell has room for, and then written.
__device__ void read_at_four_places(bool repaired, const Arrays& a) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  tile[t] = a.in[t];
  __syncthreads();
  float sum = tile[t];
  sum += tile[(t + 1) % 64];   // FINDS tile
  sum += tile[(t + 2) % 64];   // FINDS tile
  sum += tile[(t + 33) % 64];  // FINDS tile
  if (repaired) __syncthreads();
  tile[t] = sum;  // FINDS tile
  __syncthreads();
  a.out[thread_of_grid()] = tile[63 - t];
}

__global__ void race(int fault, bool repaired, Arrays a) {
  switch (fault) {
    case 0: return stencil_without_a_barrier(repaired, a);
    case 1: return tree_without_barriers(repaired, a);
    case 2: return second_barrier_missing(repaired, a);
    case 3: return tile_loop_without_its_last_barrier(repaired, a);
    case 4: return totals_of_one_thread(repaired, a);
    case 5: return interpolates_in_place(repaired, a);
    case 6: return counter_read_before_the_barrier(repaired, a);
    case 7: return values_of_another_warp(repaired, a);
    case 8: return values_of_the_other_half(repaired, a);
    case 9: return volatile_tail(repaired, a);
    case 10: return tail_without_warp_barriers(repaired, a);
    case 11: return dynamic_memory_for_two_things(repaired, a);
    case 12: return writes_of_the_same_value(repaired, a);
    case 13: return deposit_without_atomics(repaired, a);
    case 14: return writes_into_the_next_block(repaired, a);
    case 15: return last_block_without_a_fence(repaired, a);
    case 16: return lock_without_fences(repaired, a);
    case 17: return counts_together_with_the_scope_of_a_block(repaired, a);
    case 18: return initialised_by_one_thread_of_the_grid(repaired, a);
    case 19: return two_sweeps_in_one_launch(repaired, a);
    case 20: return sum_in_place_by_all_blocks(repaired, a);
    case 21: return shifts_onto_its_input(repaired, a);
    case 22: return copies_of_structures(repaired, a);
    case 23: return bytes_of_two_threads(repaired, a);
    case 24: return counts_in_a_variable_of_the_file(repaired, a);
    case 25: return variable_for_all_blocks(repaired, a);
    case 26: return static_of_a_function(repaired, a);
    case 27: return read_at_four_places(repaired, a);
  }
}
