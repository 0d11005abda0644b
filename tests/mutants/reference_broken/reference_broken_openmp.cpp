static void reference_broken(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
