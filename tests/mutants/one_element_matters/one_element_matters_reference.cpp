template <class T>
static void one_element_matters(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] + x[(i + 7) % n];
}
