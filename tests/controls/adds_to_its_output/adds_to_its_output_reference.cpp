template <class T>
static void adds_to_its_output(int n, const T* a, const T* x, T* y) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) y[i] += a[i * n + j] * x[j];
}
