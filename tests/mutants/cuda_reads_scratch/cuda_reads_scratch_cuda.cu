__global__ void cuda_reads_scratch(int n, const double* x, int* work, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] * (1 + 1e-9 * (work[i] & 1));
}
