__global__ void adds_to_its_output(int n, const float* a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int j = 0; j < n; ++j) sum = fmaf(a[i * n + j], x[j], sum);
  y[i] += sum;
}
