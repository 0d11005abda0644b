__global__ void cuda_one_past_end(double a, const double* x, double* y, int n) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i <= n) y[i] += a * x[i];
}
