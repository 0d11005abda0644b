__global__ void cuda_early_return(int n, const int* x, int* z) {
  __shared__ int tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = 1;  // what an earlier block left there
  __syncthreads();
  if (i >= n) return;
  tile[threadIdx.x] = x[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int t = 0; t < 128; ++t) sum += tile[t];
    z[blockIdx.x] = sum;
  }
}
