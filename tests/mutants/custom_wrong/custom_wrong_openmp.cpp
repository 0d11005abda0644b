static void custom_wrong(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = i == 17 ? 2.5 * x[i] : 2 * x[i];
}
