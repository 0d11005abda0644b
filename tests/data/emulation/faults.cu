// Accesses that the memory of the fast place refuses, one per mode.
static __device__ int depth(int n, volatile int* above) {
  volatile int frame[1024];
  frame[0] = above[0];  // each level needs the one above, so that no compiler makes a loop of it
  if (n == 0) return frame[0];
  return depth(n - 1, frame) + frame[0];
}

__global__ void faults(int mode, int n, const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i != 37) return;
  if (mode == 0) y[0] = x[n];
  if (mode == 1) y[n + 1] = 1.0;
  if (mode == 2) y[0] = x[-1];
  if (mode == 3) y[0] = *(volatile const double*)8;
  if (mode == 4) y[0] = depth(1000, (volatile int*)y);
  if (mode == 5) atomicAdd(&y[n + 2], 1.0);
  if (mode == 6) y[n - 1] = x[n - 1] + x[0];
}
