template <class T>
static void cuda_one_type_wrong(int n, const T* x, T* z) {
  for (int i = 0; i < n; ++i) z[i] = x[i] * x[i];
}
