template <class T>
static void derived_says_nothing(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] = (x[i] + T(1e16)) - T(1e16);
}
