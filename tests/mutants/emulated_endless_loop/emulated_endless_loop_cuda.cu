__global__ void emulated_endless_loop(const double* x, double* y, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  volatile int go = n;
  while (go > 1000) {
  }
  if (t == 0) {
    y[blockIdx.x] = 0;
    for (int k = i; k < n && k < i + 64; ++k) y[blockIdx.x] += x[k];
  }
}
