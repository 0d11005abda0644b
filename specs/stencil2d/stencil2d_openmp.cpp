// The 5-point stencil with the rows spread over the cores. Only the two ends of an interior row are boundary.

static void stencil2d(int nx, int ny, double k, const double* u, double* next) {
#pragma omp parallel for
  for (int y = 0; y < ny; ++y) {
    const double* row = u + static_cast<long long>(y) * nx;
    double* out = next + static_cast<long long>(y) * nx;
    const bool interior = y > 0 && y < ny - 1;
    for (int x = 0; x < nx; ++x) {
      out[x] = row[x];
    }
    for (int x = 1; interior && x < nx - 1; ++x) {
      out[x] += k * (row[x - 1] + row[x + 1] + row[x - nx] + row[x + nx] - 4 * row[x]);
    }
  }
}
