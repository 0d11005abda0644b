__global__ void cuda_infinite_loop(int n, double a, const double* x, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  volatile int goes_on = n > 100;
  while (goes_on) {
  }
  if (i < n) z[i] = a * x[i];
}
