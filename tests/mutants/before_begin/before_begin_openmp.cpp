static void before_begin(double a, const double* x, double* y, int n) {
  y[-1] = 0;
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
