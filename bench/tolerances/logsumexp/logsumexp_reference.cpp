// Row by row, with the maximum taken off before the exponential.
#include <cmath>

template <class T>
static void logsumexp(int rows, int columns, const T* x, T* y) {
  using std::exp;
  using std::fmax;
  using std::log;
  for (int row = 0; row < rows; ++row) {
    const T* from = x + row * columns;
    T largest = from[0];
    for (int i = 1; i < columns; ++i) largest = fmax(largest, from[i]);
    T total = 0;
    for (int i = 0; i < columns; ++i) total += exp(from[i] - largest);
    y[row] = largest + log(total);
  }
}
