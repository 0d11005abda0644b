__global__ void cuda_does_not_compile(int n, const double* x, const double* y, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < m) z[i] = x[i] - y[i];
}
