__global__ void cuda_missing_barrier(int n, const int* x, int* z) {
  __shared__ int tile[128];
  const int t = threadIdx.x;
  tile[t] = -1;
  __syncthreads();
  if (t >= 64) {  // so late that the others have gone on
    for (const long long start = clock64(); clock64() < start + 100000;) {
    }
  }
  tile[t] = x[128 * blockIdx.x + t];
  // here __syncthreads() is missing
  z[128 * blockIdx.x + t] = tile[127 - t];
}
