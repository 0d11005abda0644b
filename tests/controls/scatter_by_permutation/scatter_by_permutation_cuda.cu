__global__ void scatter_by_permutation(int n, const float* v, const int* to, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[to[i]] = v[i];
}
