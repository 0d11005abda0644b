#include <cassert>

__global__ void emulated_assertion(const double* x, double* y, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  assert(i < 1000 || t != 3);
  if (t == 0) {
    y[blockIdx.x] = 0;
    for (int k = i; k < n && k < i + 64; ++k) y[blockIdx.x] += x[k];
  }
}
