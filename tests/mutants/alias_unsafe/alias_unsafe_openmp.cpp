// In place, the neighbour has been overwritten.
static void alias_unsafe(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = (i > 0 ? x[i - 1] : 0) + x[i];
}
