__global__ void cuda_unwritten_element(int n, double a, const double* x, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n && i != 7) z[i] = a * x[i];
}
