static void failure_declared(double a, const double* x, double* y, int n) {
  (void)a;
  for (int i = 0; i < n; ++i) y[i] += x[i];
}
