__device__ unsigned finished = 0;

__global__ void checked_missing_fence(const double* x, double* partial, double* y, int n) {
  if (threadIdx.x != 0) return;
  const int first = blockIdx.x * blockDim.x;
  double sum = 0;
  for (int i = first; i < n && i < first + 64; ++i) sum += x[i];
  partial[blockIdx.x] = sum;
  if (atomicAdd(&finished, 1u) != gridDim.x - 1) return;
  finished = 0;
  double all = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) all += partial[block];
  *y = all;
}
