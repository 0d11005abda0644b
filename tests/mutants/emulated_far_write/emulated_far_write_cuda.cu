__global__ void emulated_far_write(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
  if (i == 70) y[i + (1 << 17)] = 0;
}
