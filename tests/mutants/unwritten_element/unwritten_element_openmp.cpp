static void unwritten_element(const double* x, double* y, int n) {
  for (int i = 0; i + 1 < n; ++i) y[i] = 2 * x[i];
}
