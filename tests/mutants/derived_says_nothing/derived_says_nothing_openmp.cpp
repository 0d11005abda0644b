static void derived_says_nothing(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = (x[i] + 1e16) - 1e16;
}
