__global__ void cuda_writes_input(int n, double a, const double* x, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) {
    z[i] = a * x[i];
    const_cast<double*>(x)[i] = 1;
  }
}
