template <class T>
static void half_accumulation(int n, const T* x, const T* y, T* product) {
  for (int i = 0; i < n; ++i) {
    T sum = 0;
    for (int k = 0; k < 16; ++k) sum += x[16 * i + k] * y[16 * i + k];
    product[i] = sum;
  }
}
