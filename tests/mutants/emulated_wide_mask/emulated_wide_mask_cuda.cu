__global__ void emulated_wide_mask(const double* x, double* y, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  __shared__ double s[2];
  double sum = i < n ? x[i] : 0;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (t % 32 == 0) s[t / 32] = sum;
  __syncthreads();
  if (t >= 2) return;
  sum = s[t];
  sum += __shfl_down_sync(0xffffffffu, sum, 2) * 0 + __shfl_down_sync(0xffffffffu, sum, 1);
  if (t == 0) y[blockIdx.x] = sum;
}
