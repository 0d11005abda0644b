static void transposed_extents(int nx, int ny, const double* a, double* b) {
  for (int i = 0; i < nx; ++i) {
    for (int j = 0; j < ny; ++j) b[j * nx + i] = a[i * nx + j];
  }
}
