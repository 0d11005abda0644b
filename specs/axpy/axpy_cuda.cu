// axpy with one thread per element. The index has 64 bits, because the last block may reach beyond 2^31.

__global__ void axpy(double a, const double* x, double* y, int n) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] += a * x[i];
  }
}
