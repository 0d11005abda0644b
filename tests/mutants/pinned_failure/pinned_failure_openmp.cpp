static void pinned_failure(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = -x[i];
  if (n == 4300 + 21) y[7] = 0;
}
