#include <stdexcept>

static void throws(double a, const double* x, double* y, int n) {
  if (n > 100) {
    throw std::length_error("more than 100 elements");
  }
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
