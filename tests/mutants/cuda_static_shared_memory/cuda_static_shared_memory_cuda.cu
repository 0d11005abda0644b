__global__ void cuda_static_shared_memory(int n, double a, const double* x, double* z) {
  __shared__ double tile[7000];
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (i < n) z[i] = a * tile[(threadIdx.x + 7000 * n) % 7000];
}
