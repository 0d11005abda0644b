static void cuda_first_row_of_blocks(int nx, int ny, const double* u, double* v) {
  for (int i = 0; i < nx * ny; ++i) v[i] = 2 * u[i];
}
