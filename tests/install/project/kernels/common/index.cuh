// The index of this thread in a one-dimensional launch.
#pragma once

__device__ inline int thread_index() {
  return int(blockIdx.x * blockDim.x + threadIdx.x);
}
