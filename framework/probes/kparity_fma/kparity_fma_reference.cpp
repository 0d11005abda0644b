// Seven chains a = m a + c per element, which do not depend on each other.
template <class T>
static void kparity_fma(int n, int rounds, T m, T c, const T* x, T* y) {
  for (int i = 0; i < n; ++i) {
    T a[7];
    for (int k = 0; k < 7; ++k) a[k] = x[i] + T(k);
    for (int round = 0; round < rounds; ++round)
      for (int k = 0; k < 7; ++k) a[k] = a[k] * m + c;
    y[i] = ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + a[6]);
  }
}
