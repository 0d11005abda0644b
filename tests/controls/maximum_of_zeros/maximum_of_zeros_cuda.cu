__global__ void maximum_of_zeros(int n, const float* a, const float* b, float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = fmaxf(b[i], a[i]);
}
