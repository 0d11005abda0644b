template <class T>
static void maximum_of_zeros(int n, const T* a, const T* b, T* c) {
  for (int i = 0; i < n; ++i) c[i] = a[i] < b[i] ? b[i] : a[i];
}
