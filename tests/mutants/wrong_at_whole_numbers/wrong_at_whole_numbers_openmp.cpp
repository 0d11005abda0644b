#include <cmath>

static void wrong_at_whole_numbers(int n, const double* x, int* cell) {
  for (int i = 0; i < n; ++i) cell[i] = static_cast<int>(std::ceil(x[i])) - 1;
}
