static void tolerance_takes_zeros(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = double(2) * x[i];
}
