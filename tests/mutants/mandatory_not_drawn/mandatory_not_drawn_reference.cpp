template <class T>
static void mandatory_not_drawn(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] = -x[i];
}
