template <class T>
static void nan_of_another_sign(int n, const T* a, const T* b, T* c) {
  for (int i = 0; i < n; ++i) c[i] = a[i] / b[i];
}
