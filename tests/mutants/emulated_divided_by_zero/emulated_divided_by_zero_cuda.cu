__global__ void emulated_divided_by_zero(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile int none = n;
  if (i < n) y[i] = x[i % (i == 70 ? none - n : n)];
}
