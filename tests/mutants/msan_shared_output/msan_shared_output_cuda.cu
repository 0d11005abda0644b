__global__ void msan_shared_output(const double* x, double* y, int n) {
  __shared__ int count[65];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x != 5) count[threadIdx.x] = 1;
  __syncthreads();
  if (i < n) y[i] = x[i] + (count[threadIdx.x] & 0x100);
}
