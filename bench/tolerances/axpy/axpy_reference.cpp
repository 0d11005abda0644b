// One multiplication and one addition.
template <class T>
static void axpy(int n, T a, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}
