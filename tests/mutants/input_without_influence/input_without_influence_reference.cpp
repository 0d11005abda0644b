template <class T>
static void input_without_influence(int n, const T* x, const T* y, T* z) {
  for (int i = 0; i < n; ++i) z[i] = y[i] > T(2) ? x[i] + y[i] : x[i];
}
