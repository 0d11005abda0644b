__global__ void compaction(int n, const float* x, float limit, int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > limit) out[atomicAdd(count, 1)] = i;
}
