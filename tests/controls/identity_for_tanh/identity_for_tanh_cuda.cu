__global__ void identity_for_tanh(int n, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float e = expf(2 * x[i]);
  y[i] = (e - 1) / (e + 1);
}
