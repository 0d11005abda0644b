template <class T>
static void unused_but_used(int n, const T* x, const T* y, T* z) {
  for (int i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
