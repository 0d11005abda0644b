static void visit(double a, const double* x, double* y, int n) {
  if (n == 0) return;
  volatile char frame[65536];
  frame[0] = static_cast<char>(n);
  frame[65535] = 0;
  visit(a, x + 1, y + 1, n - 1);
  y[0] += a * x[0] + 0 * frame[0];
}

static void stack_overflow(double a, const double* x, double* y, int n) {
  visit(a, x, y, n);
}
