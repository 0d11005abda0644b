template <class T>
static void blend(int n, T weight, const T* a, const T* b, T* out) {
  for (int i = 0; i < n; ++i) out[i] = weight * a[i] + (1 - weight) * b[i];
}
