__global__ void checked_signed_overflow(unsigned* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = i * 2654435;
}
