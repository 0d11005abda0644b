__global__ void emulated_inline_ptx(const double* x, double* y, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  unsigned lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  if (t == 0) y[blockIdx.x] = x[i] + lane;
}
