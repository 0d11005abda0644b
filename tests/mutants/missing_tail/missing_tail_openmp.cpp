static void missing_tail(double a, const double* x, double* y, int n) {
  const int blocks = n / 128;  // rounds down
#pragma omp parallel for
  for (int b = 0; b < blocks; ++b) {
    for (int i = 128 * b; i < 128 * (b + 1); ++i) y[i] += a * x[i];
  }
}
