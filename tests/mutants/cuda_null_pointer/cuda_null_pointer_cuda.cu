__global__ void cuda_null_pointer(int n, double a, const double* x, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  double* const nowhere = nullptr;
  if (i == 100 && i < n) nowhere[n] = a;
  if (i < n) z[i] = a * x[i];
}
