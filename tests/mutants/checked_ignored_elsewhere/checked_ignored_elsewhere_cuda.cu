__global__ void checked_ignored_elsewhere(const double* x, int* any, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] < 0) any[0] = 1;
}
