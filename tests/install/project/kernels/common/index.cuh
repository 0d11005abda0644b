#pragma once

// The index of this thread in a one-dimensional launch.
__device__ inline int thread_index() {
  return int(blockIdx.x * blockDim.x + threadIdx.x);
}
