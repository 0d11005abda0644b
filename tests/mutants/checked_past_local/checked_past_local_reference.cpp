// Of four elements.
static void checked_past_local(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[4 * i] + x[4 * i + 1] + x[4 * i + 2] + x[4 * i + 3];
}
