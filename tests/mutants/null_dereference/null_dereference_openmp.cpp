static void null_dereference(double a, const double* x, double* y, int n) {
  if (n > 100) {
    const double* volatile nowhere = nullptr;
    a = *nowhere;
  }
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
