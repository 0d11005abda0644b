__global__ void cuda_traps(int n, double a, const double* x, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i == 100 && i < n) __trap();
  if (i < n) z[i] = a * x[i];
}
