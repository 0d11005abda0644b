template <class T>
static void conversion_within_range(int n, const T* x, unsigned char* y) {
  for (int i = 0; i < n; ++i) y[i] = static_cast<unsigned char>(x[i]);
}
