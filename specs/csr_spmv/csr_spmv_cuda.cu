// y = A x with one warp per row: its lanes read neighbouring entries, then add their sums.
#include "thread_index.cuh"

// kparity: equivalent arguments: the kernel uses neither of the two
__global__ void csr_spmv(int rows, int columns, int nonzeros, const int* row_start, const int* column,
                         const double* value, const double* x, double* y) {
  const long long row = thread_index() / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) {
    return;  // the whole warp leaves: block sizes are multiples of 32
  }
  double sum = 0;
  for (long long i = row_start[row] + lane; i < row_start[row + 1]; i += 32) {
    sum += value[i] * x[column[i]];
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  }
  if (lane == 0) {
    y[row] = sum;
  }
}
