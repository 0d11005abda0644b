__global__ void cuda_grid_too_tall(int n, const int* x, int* z) {
  const int i = blockIdx.y;
  if (i < n) z[i] = 2 * x[i];
}
