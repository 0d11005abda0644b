// A partial sum per thread, then a tree in shared memory.
__global__ void tree_sum(int n, const float* x, float* sum) {
  __shared__ float part[128];
  float own = 0;
  for (int i = threadIdx.x; i < n; i += 128) own += x[i];
  part[threadIdx.x] = own;
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) *sum = part[0];
}
