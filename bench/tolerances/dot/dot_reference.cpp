// A serial scalar product.
template <class T>
static void dot(int n, const T* x, const T* z, T* y) {
  T total = 0;
  for (int i = 0; i < n; ++i) total += x[i] * z[i];
  y[0] = total;
}
