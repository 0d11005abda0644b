// A serial sum.
template <class T>
static void sum(int n, const T* x, T* y) {
  T total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  y[0] = total;
}
