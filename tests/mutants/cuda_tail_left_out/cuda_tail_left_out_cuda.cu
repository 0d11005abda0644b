__global__ void cuda_tail_left_out(double a, const double* x, double* y, int n) {
  if (blockIdx.x > 0 && blockIdx.x >= n / blockDim.x) return;
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
