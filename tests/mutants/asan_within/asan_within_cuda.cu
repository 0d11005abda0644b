__device__ __noinline__ double sum_of(const double* values, int count) {
  double sum = 0;
  for (int k = 0; k < count; ++k) sum += values[k];
  return sum;
}
__global__ void asan_within(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ double tile[64];
  tile[threadIdx.x] = i < n ? x[i] : 0.0;
  __syncthreads();
  double local[4] = {tile[threadIdx.x], 0, 0, 0};
  double* volatile block = static_cast<double*>(malloc(4 * sizeof(double)));
  for (int k = 0; k < 4; ++k) block[k] = sum_of(local, 4);
  __syncthreads();
  if (i < n) y[i] = block[i % 4];
  free(block);
}
