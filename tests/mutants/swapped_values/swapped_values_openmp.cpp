static void swapped_values(int n, const double* x, const double* y, double* z) {
  for (int i = 0; i < n; ++i) z[i] = y[i] - x[i];
}
