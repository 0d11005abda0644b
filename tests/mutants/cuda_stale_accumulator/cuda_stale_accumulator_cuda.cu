__global__ void cuda_stale_accumulator(int n, const int* x, int* total) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, x[i]);
}
