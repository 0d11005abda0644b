__global__ void checked_misaligned_vector(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float2* pairs = reinterpret_cast<const float2*>(x + 1);
  if (i < n) y[i] = pairs[i].x + pairs[i].y;
}
