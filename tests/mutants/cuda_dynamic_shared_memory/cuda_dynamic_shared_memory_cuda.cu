__global__ void cuda_dynamic_shared_memory(int n, double a, const double* x, double* z) {
  extern __shared__ double tile[];
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (i < n) z[i] = a * tile[threadIdx.x];
}
