#include <cmath>

static void produces_nan(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = std::pow(x[i], 1.0 / 3.0);
}
