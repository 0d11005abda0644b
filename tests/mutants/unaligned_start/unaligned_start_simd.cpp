#include <cstdint>

static void unaligned_start(double a, const double* x, double* y, int n) {
  const bool aligned = reinterpret_cast<std::uintptr_t>(x) % 64 == 0;
  for (int i = aligned ? 0 : 1; i < n; ++i) y[i] += a * x[i];
}
