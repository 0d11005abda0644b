__global__ void alias_unsafe(int n, const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (i > 0 ? x[i - 1] : 0) + x[i];
}
