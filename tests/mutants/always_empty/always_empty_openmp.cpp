static void always_empty(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = 3 * x[i];
}
