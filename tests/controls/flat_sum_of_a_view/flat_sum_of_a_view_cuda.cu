__global__ void flat_sum_of_a_view(int nx, int ny, const float* x, float* sum) {
  float total = 0;
  for (int i = 0; i < nx * ny; ++i) total += x[i];
  *sum = total;
}
