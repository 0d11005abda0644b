#include <cstdio>

static void talks_on_stdout(double a, const double* x, double* y, int n) {
  (void)a;
  for (int i = 0; i < n; ++i) y[i] += x[i];
  std::puts("{\"outcomes\": []}\nPASS  talks_on_stdout.parity.openmp");
}
