__global__ void cuda_swapped_names(int n, const double* y, const double* x, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] - y[i];
}
