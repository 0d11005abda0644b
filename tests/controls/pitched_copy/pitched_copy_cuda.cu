__global__ void pitched_copy(int width, int height, int pitch_a, int pitch_b, const float* a, float* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < width && row < height) b[row * pitch_b + i] = a[row * pitch_a + i];
}
