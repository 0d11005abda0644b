#include <cstdlib>

static void aborts(double a, const double* x, double* y, int n) {
  if (n > 100) {
    std::abort();
  }
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
