static void unused_but_used(int n, const double* x, const double* y, double* z) {
  for (int i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
