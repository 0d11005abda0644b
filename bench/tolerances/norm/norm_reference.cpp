// The root of the sum of squares.
#include <cmath>

template <class T>
static void norm(int n, const T* x, T* y) {
  using std::sqrt;
  T total = 0;
  for (int i = 0; i < n; ++i) total += x[i] * x[i];
  y[0] = sqrt(total);
}
