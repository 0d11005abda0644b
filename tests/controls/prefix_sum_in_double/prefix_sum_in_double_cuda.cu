// The error grows with the position.
__global__ void prefix_sum_in_double(int n, const float* x, float* y) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    y[i] = sum;
  }
}
