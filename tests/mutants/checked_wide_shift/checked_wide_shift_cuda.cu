__global__ void checked_wide_shift(const int* x, unsigned* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (1u << x[i]) - 1;
}
