template <class T>
static void angles_modulo(int n, T offset, const T* a, T* b) {
  for (int i = 0; i < n; ++i) b[i] = a[i] + offset;
}
