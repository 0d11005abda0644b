#include <cmath>

static void close(const double* expected, const double* actual, const long long* shape, double* used) {
  for (long long i = 0; i < shape[0]; ++i) used[i] = std::fabs(actual[0] - expected[0]) / 1e-6;
}
