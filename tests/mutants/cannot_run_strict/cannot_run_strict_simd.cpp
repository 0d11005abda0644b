static const char* cannot_run_strict_available() { return "needs a vector unit of 4096 bits"; }

static void cannot_run_strict(double a, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
