__device__ void cuda_not_global(int n, const double* x, const double* y, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] - y[i];
}
