#include <cmath>

static void produces_nan(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = std::cbrt(x[i]);
}
