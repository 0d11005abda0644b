__global__ void cuda_missing_guard(double a, const double* x, double* y, int n) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  y[i] += a * x[i];
}
