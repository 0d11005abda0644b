// An inclusive prefix sum.
template <class T>
static void scan(int n, const T* x, T* y) {
  T total = 0;
  for (int i = 0; i < n; ++i) {
    total += x[i];
    y[i] = total;
  }
}
