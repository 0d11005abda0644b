// What the planted faults of this folder share. Each file is a kernel that runs one fault, or its repaired twin, in two
// blocks of 64 threads; lines that a finding may name carry `FINDS` and the array's name.
#pragma once

/// The arrays of all faults, with as many elements as there are threads, but for those that say otherwise.
struct Arrays {
  int n;                       // 100: the second block is partly filled
  int size;                    // the number of threads
  const float* in;             // 1 to 7, again and again
  float* out;                  // never written
  int* ints;                   // zeros
  const float* few;            // 16 zeros
  const unsigned char* table;  // 3 000 000 000 zeros
};

__device__ inline int thread_of_grid() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}
