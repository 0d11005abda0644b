#include <cmath>

template <class T>
static void wrong_at_whole_numbers(int n, const T* x, int* cell) {
  using std::floor;
  for (int i = 0; i < n; ++i) cell[i] = static_cast<int>(floor(x[i]));
}
