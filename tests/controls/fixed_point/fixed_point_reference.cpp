#include <cmath>

static void fixed_point(int n, const float* a, const float* b, const float* c, const float* d, long long* q) {
  for (int i = 0; i < n; ++i) q[i] = std::llrint((a[i] * b[i] + c[i] * d[i]) * 0x1p36f);
}
