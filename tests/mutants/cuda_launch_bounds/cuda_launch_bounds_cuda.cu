__global__ void __launch_bounds__(64) cuda_launch_bounds(int n, double a, const double* x, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) z[i] = a * x[i];
}
