#include <cstdlib>

static void exits_one(double a, const double* x, double* y, int n) {
  if (n > 100) {
    std::exit(1);
  }
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
