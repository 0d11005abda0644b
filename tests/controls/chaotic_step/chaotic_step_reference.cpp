template <class T>
static void chaotic_step(int n, T r, T* x) {
  for (int i = 0; i < n; ++i) x[i] = r * x[i] * (T(1) - x[i]);
}
