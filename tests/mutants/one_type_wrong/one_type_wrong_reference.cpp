template <class T>
void one_type_wrong(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] = T{1} / x[i];
}
