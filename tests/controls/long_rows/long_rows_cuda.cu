// 32 interleaved sums, fused, then a tree by shuffles.
__global__ void long_rows(int rows, int length, const float* a, const float* x, float* y) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, row = thread / 32, lane = thread % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = lane; k < length; k += 32) sum = fmaf(a[row * length + k], x[k], sum);
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (lane == 0) y[row] = sum;
}
