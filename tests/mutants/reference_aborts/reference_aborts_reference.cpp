#include <cstdlib>

static void reference_aborts(const double* x, double* y, int n) {
  if (n > 100) std::abort();
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
