__device__ __noinline__ bool is_set(const int* flags, int k) {
  return flags[k] != 0;
}
__global__ void msan_local_branch(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int flags[4], set = 0;
  for (int k = 0; k < 3; ++k) flags[k] = 1;
  while (set < 4 && is_set(flags, set)) ++set;
  y[i] = set > 2 ? x[i] : 0.0;
}
