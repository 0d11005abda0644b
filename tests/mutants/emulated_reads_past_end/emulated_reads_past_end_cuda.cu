__global__ void emulated_reads_past_end(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i + 1] == 5.0 ? 0.0 : x[i];
}
