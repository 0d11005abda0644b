static void missing_first(double a, const double* x, double* y, int n) {
  for (int i = 1; i < n; ++i) y[i] += a * x[i];
}
