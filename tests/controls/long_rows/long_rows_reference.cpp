template <class T>
static void long_rows(int rows, int length, const T* a, const T* x, T* y) {
  for (int row = 0; row < rows; ++row) {
    T sum = 0;
    for (int k = 0; k < length; ++k) sum += a[row * length + k] * x[k];
    y[row] = sum;
  }
}
