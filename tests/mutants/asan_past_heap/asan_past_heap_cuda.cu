__global__ void asan_past_heap(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double* volatile block = static_cast<double*>(malloc(4 * sizeof(double)));
  for (int k = 0; k < 5; ++k) block[k] = x[i];
  y[i] = block[i % 4];
  free(block);
}
