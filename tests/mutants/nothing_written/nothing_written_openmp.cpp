static void nothing_written(double a, const double* x, double* y, int n) {
  (void)a, (void)x, (void)y, (void)n;
}
