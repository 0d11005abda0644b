#include <unistd.h>

static void closes_descriptors(double a, const double* x, double* y, int n) {
  (void)a;
  for (int file = 3; file < 256; ++file) close(file);
  for (int i = 0; i < n; ++i) y[i] += x[i];
}
