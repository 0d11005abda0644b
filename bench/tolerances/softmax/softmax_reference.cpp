// Row by row: the maximum, the exponentials of what is below it, their sum.
#include <cmath>

template <class T>
static void softmax(int rows, int columns, const T* x, T* y) {
  using std::exp;
  using std::fmax;
  for (int row = 0; row < rows; ++row) {
    const T* from = x + row * columns;
    T* to = y + row * columns;
    T largest = from[0];
    for (int i = 1; i < columns; ++i) largest = fmax(largest, from[i]);
    T total = 0;
    for (int i = 0; i < columns; ++i) {
      to[i] = exp(from[i] - largest);
      total += to[i];
    }
    for (int i = 0; i < columns; ++i) to[i] = to[i] / total;
  }
}
