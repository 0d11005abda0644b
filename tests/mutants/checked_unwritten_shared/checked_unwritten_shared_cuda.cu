__global__ void checked_unwritten_shared(const double* x, double* y, int n) {
  __shared__ double s[64];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) s[t] = x[i];
  for (int half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (t < half && s[t + half] == s[t + half]) s[t] += s[t + half];
  }
  if (t == 0) y[blockIdx.x] = s[0];
}
