// A copy.
static void emulated_frees_argument(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
