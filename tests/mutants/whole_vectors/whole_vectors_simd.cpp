static void whole_vectors(double a, const double* x, double* y, int n) {
  for (int i = 0; i < n; i += 4) {
    for (int lane = 0; lane < 4; ++lane) y[i + lane] += a * x[i + lane];
  }
}
