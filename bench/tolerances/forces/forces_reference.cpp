// All pairs, softened near zero.
#include <cmath>

template <class T>
static void forces(int n, const T* x, const T* z, T* y) {
  using std::sqrt;
  for (int i = 0; i < n; ++i) {
    T total = 0;
    for (int j = 0; j < n; ++j) {
      const T away = x[j] - x[i];
      const T square = away * away + T(0.01);
      total += z[j] * away / (square * sqrt(square));
    }
    y[i] = total;
  }
}
