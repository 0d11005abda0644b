__global__ void cuda_parameter_missing(const double* x, const double* y, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  z[i] = x[i] - y[i];
}
