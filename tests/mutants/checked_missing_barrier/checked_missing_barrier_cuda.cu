__global__ void checked_missing_barrier(const double* x, double* y, int n) {
  __shared__ double s[64];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? x[i] : 0;
  for (int half = 32; half > 0; half /= 2) {
    if (half > 1) __syncthreads();
    if (t < half) s[t] += s[t + half];
  }
  if (t == 0) y[blockIdx.x] = s[0];
}
