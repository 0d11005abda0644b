// Where a thread is in a one-dimensional launch, in 64 bits: the last block of a large launch may reach beyond 2^31.
#pragma once

__device__ inline long long thread_index() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ inline long long thread_count() {
  return static_cast<long long>(gridDim.x) * blockDim.x;
}
