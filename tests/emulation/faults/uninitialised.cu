// Reads of memory that nobody wrote, in shared and in global memory.
#include "fault.cuh"

/// B028 and B032: threads behind the end leave their part of the tile out, which all add up.
__device__ void slots_left_out(bool repaired, const Arrays& a) {
  __shared__ float slots[64];
  const int i = thread_of_grid(), t = threadIdx.x;
  if (i < a.n) slots[t] = a.in[i];
  if (i >= a.n && repaired) slots[t] = 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += slots[k];  // FINDS slots
  if (i < a.n) a.out[i] = sum;
}

/// B031: the halo of a block that is partly filled is put behind a full one. Three neighbours to each side.
__device__ void halo_behind_a_full_block(bool repaired, const Arrays& a) {
  __shared__ float tile[70];
  const int i = thread_of_grid(), t = threadIdx.x, count = min(64, a.n - 64 * static_cast<int>(blockIdx.x));
  if (t < count) tile[t + 3] = a.in[i];
  if (t < 3) {
    tile[t] = 0;
    tile[t + 3 + (repaired ? count : 64)] = 0;
  }
  __syncthreads();
  if (t >= count) return;
  float sum = 0;
  for (int k = 0; k < 7; ++k) sum += tile[t + k];  // FINDS tile
  a.out[i] = sum;
}

/// B083: a running offset is taken to begin with zero.
__device__ void offset_without_a_beginning(bool repaired, const Arrays& a) {
  __shared__ int offset;
  if (threadIdx.x != 0) return;
  if (repaired) offset = 0;
  for (int k = 0; k < 4; ++k) {
    a.out[4 * blockIdx.x + k] = static_cast<float>(offset);  // FINDS offset
    offset = 8 * (k + 1);
  }
}

/// B084: shared memory is added to, and holds what the launch before left there.
__device__ void adds_to_what_is_left(bool repaired, const Arrays& a) {
  __shared__ float sums[64];
  const int i = thread_of_grid(), t = threadIdx.x;
  if (repaired) sums[t] = 0;
  sums[t] += a.in[i];  // FINDS sums
  a.out[i] = sums[t];
}

/// B081: an output is added to.
__device__ void adds_to_an_output(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  if (repaired) {
    a.out[i] = a.in[i];
  } else {
    a.out[i] += a.in[i];  // FINDS out
  }
}

/// B082: the first step uses the history, which is written at its end.
__device__ void history_of_the_first_step(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  float history = 0;
  if (!repaired) history = a.out[i];  // FINDS out
  a.out[i] = 0.5f * history + a.in[i];
}

/// B150: weights are made where one charge is not zero, and used for the other one.
__device__ void weights_of_the_other_state(bool repaired, const Arrays& a) {
  __shared__ float weights[64];
  const int i = thread_of_grid(), t = threadIdx.x;
  const float first_charge = a.in[i] - 4, second_charge = 1;
  if (first_charge != 0 || (repaired && second_charge != 0)) weights[t] = 0.25f * a.in[i];
  float sum = 0;
  if (first_charge != 0) sum += first_charge * weights[t];
  if (second_charge != 0) sum += second_charge * weights[t];  // FINDS weights
  a.out[i] = sum;
}

/// The value itself goes nowhere; what was decided by it does.
__device__ void decides_by_an_unwritten_value(bool repaired, const Arrays& a) {
  __shared__ int levels[64];
  const int t = threadIdx.x;
  if (repaired || t < 60) levels[t] = t;
  a.out[thread_of_grid()] = levels[t] > 3 ? 1.0f : 2.0f;  // FINDS levels
}

__device__ void dynamic_memory_half_filled(bool repaired, const Arrays& a) {
  extern __shared__ float dynamic[];
  const int t = threadIdx.x;
  if (repaired || t < 32) dynamic[t] = a.in[t];
  __syncthreads();
  a.out[thread_of_grid()] = dynamic[63 - t];  // FINDS dynamic
}

__device__ void counts_from_nothing(bool repaired, const Arrays& a) {
  __shared__ int count;
  if (threadIdx.x == 0 && repaired) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);  // FINDS count
  __syncthreads();
  a.out[thread_of_grid()] = static_cast<float>(count);
}

__global__ void uninitialised(int fault, bool repaired, Arrays a) {
  switch (fault) {
    case 0: return slots_left_out(repaired, a);
    case 1: return halo_behind_a_full_block(repaired, a);
    case 2: return offset_without_a_beginning(repaired, a);
    case 3: return adds_to_what_is_left(repaired, a);
    case 4: return adds_to_an_output(repaired, a);
    case 5: return history_of_the_first_step(repaired, a);
    case 6: return weights_of_the_other_state(repaired, a);
    case 7: return decides_by_an_unwritten_value(repaired, a);
    case 8: return dynamic_memory_half_filled(repaired, a);
    case 9: return counts_from_nothing(repaired, a);
  }
}
