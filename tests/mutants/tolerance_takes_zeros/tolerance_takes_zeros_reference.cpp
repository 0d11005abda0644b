template <class T>
static void tolerance_takes_zeros(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] = T(2) * x[i];
}
