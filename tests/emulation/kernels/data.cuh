// What the kernels of this folder share. Each file is a kernel that runs one of several, in three blocks of 64 threads.
#pragma once

struct Data {
  int n;               // 150: the last block is partly filled
  const float* in;     // 1024 small whole numbers, some negative
  const int* numbers;  // 1024, of all sizes below 2^20
  float* out;          // 1024 zeros
  int* counts;         // 1024 zeros
};

__device__ inline int thread_of_block() {
  return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
}

__device__ inline int thread_of_grid() {
  return static_cast<int>(blockIdx.x * 64) + thread_of_block();
}
