// Horner's rule.
template <class T>
static void horner(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) {
    T value = T(0.25);
    value = value * x[i] + T(-0.5);
    value = value * x[i] + T(1.25);
    value = value * x[i] + T(0.75);
    value = value * x[i] + T(-1.5);
    value = value * x[i] + T(2);
    y[i] = value;
  }
}
