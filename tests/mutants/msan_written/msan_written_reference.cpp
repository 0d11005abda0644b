// A copy.
static void msan_written(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
