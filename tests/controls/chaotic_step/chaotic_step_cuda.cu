// Grouped otherwise; every call starts from the state of the reference.
__global__ void chaotic_step(int n, double r, double* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = r * (x[i] * (1.0 - x[i]));
}
