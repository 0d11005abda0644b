// A scalar product per row.
template <class T>
static void gemv(int rows, int columns, const T* x, const T* z, T* y) {
  for (int row = 0; row < rows; ++row) {
    T total = 0;
    for (int i = 0; i < columns; ++i) total += x[row * columns + i] * z[i];
    y[row] = total;
  }
}
