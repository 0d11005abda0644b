// The sum of one value per thread over a one-dimensional block of any size, in a fixed order.
#pragma once

/// Returns the sum to every thread. All threads of the block must call it; `shared` has one element per thread and may
/// be used again afterwards.
template <class T>
__device__ T block_sum(T value, T* shared) {
  shared[threadIdx.x] = value;
  for (unsigned width = blockDim.x; width > 1;) {
    const unsigned half = (width + 1) / 2;  // rounds up: the middle element of an odd width waits for the next round
    __syncthreads();
    if (threadIdx.x < width - half) {
      shared[threadIdx.x] += shared[threadIdx.x + half];
    }
    width = half;
  }
  __syncthreads();
  const T sum = shared[0];
  __syncthreads();  // nobody may write shared[0] again before all have read it
  return sum;
}
