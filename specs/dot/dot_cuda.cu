// The scalar product in one launch: every block writes its partial sum, and the block that finishes last adds them up.
// The order of the sums is fixed, so the result does not depend on which block that is.
#include "block_sum.cuh"
#include "thread_index.cuh"

/// Tells every thread of the block whether it belongs to the last block to arrive.
__device__ bool is_last_block(unsigned int* counter) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();  // this block's partial sum is visible before the block is counted
    last = atomicAdd(counter, 1u) == gridDim.x - 1;
    // kparity: equivalent barrier: __ldcg reads past the cache that could be stale
    __threadfence();  // and the partial sums of the others are read after it was
  }
  __syncthreads();
  return last;
}

// [dot]
__global__ void __launch_bounds__(1024)
    // kparity: equivalent arguments: a product does not change with the order of its factors
    dot(int n, const double* x, const double* y, double* partial, unsigned int* counter, double* result) {
  __shared__ double shared[1024];

  double sum = 0;
  for (long long i = thread_index(); i < n; i += thread_count()) {
    sum += x[i] * y[i];
  }
  const double block = block_sum(sum, shared);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = block;
  }
  if (!is_last_block(counter)) {
    return;
  }

  double rest = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
    rest += __ldcg(&partial[i]);  // from L2: another block wrote it
  }
  const double total = block_sum(rest, shared);
  if (threadIdx.x == 0) {  // kparity: equivalent constant: every thread has the total, and there are two at least
    result[0] = total;
    *counter = 0;  // ready for the next launch
  }
}
// [/dot]
