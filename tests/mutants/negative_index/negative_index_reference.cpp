#include <cmath>

static void negative_index(int n, int cells, const double* x, int* count) {
  for (int c = 0; c < cells; ++c) count[c] = 0;
  for (int i = 0; i < n; ++i) {
    const int cell = static_cast<int>(std::floor(x[i])) % cells;
    ++count[cell < 0 ? cell + cells : cell];
  }
}
