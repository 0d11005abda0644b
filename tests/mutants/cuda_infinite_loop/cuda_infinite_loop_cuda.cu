__global__ void cuda_infinite_loop(int n, double a, const double* x, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const volatile double* const never_changes = x;
  while (n > 100 && *never_changes < 1e300) {
  }
  if (i < n) z[i] = a * x[i];
}
