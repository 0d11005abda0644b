template <class T>
static void wrong_at_threshold(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] = -x[i];
}
