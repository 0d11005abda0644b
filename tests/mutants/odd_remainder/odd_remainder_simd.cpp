static void odd_remainder(double a, const double* x, double* y, int n) {
  const int full = n / 32 * 32;
  for (int i = 0; i < full; ++i) y[i] += a * x[i];
  for (int i = full; i < n; ++i) y[i] += a * x[i - full];  // right only in the first vector
}
