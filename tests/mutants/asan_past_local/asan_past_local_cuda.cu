__device__ __noinline__ double sum_of(const double* values, int count) {
  double sum = 0;
  for (int k = 0; k <= count; ++k) sum += values[k];
  return sum;
}
__global__ void asan_past_local(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double local[4] = {x[i], 0, 0, 0};
  y[i] = sum_of(local, 4) > 5.0 ? 0.0 : x[i];
}
