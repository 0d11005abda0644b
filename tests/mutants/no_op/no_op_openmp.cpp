static void no_op(double a, const double* x, double* y, int n) {
  (void)a, (void)x, (void)y, (void)n;
}
