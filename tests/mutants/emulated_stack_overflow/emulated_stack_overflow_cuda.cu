__device__ __noinline__ double deep(const double* x, int i, int depth) {
  volatile double local[128];
  local[depth % 128] = x[i];
  return depth == 0 ? local[0] : deep(x, i, depth - 1) + 0 * local[depth % 128];
}
__global__ void emulated_stack_overflow(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = deep(x, i, i);
}
