__global__ void cuda_wrong_type(int n, const float* x, const double* y, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] - y[i];
}
