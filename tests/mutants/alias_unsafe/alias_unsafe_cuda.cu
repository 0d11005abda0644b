// In place, the neighbour has been overwritten by the time it is read, in whatever order the threads run.
__global__ void alias_unsafe(int n, const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
  __syncthreads();
  if (i < n) y[i] = (i > 0 ? x[i - 1] : 0) + y[i] / 2;
}
