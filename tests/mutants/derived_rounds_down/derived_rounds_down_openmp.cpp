#include <cmath>

static void derived_rounds_down(int n, const double* x, double* sum) {
  double total = 0;
  for (int i = 0; i < n; ++i) total = std::nextafter(total + x[i], -1.0);
  *sum = total;
}
