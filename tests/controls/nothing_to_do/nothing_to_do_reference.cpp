template <class T>
static void nothing_to_do(T* x, int n, T a) {
  if (n == 0) return;
  for (int i = 0; i < n; ++i) x[i] *= a;
}
