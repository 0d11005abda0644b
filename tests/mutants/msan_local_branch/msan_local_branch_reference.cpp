// A copy.
static void msan_local_branch(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
