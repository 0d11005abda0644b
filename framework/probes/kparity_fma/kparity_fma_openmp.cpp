// The same for vectors of 64 bytes with all threads: seven chains fill the pipelines of most processors, and seven
// pairs of half vectors with their constants fit sixteen registers.
template <class T>
static void kparity_fma(int n, int rounds, T m, T c, const T* x, T* y) {
  typedef T Vector __attribute__((vector_size(64)));
  constexpr int width = 64 / sizeof(T);
  const int whole = n / width * width;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < whole; i += width) {
    Vector a0, mm, cc;
    for (int k = 0; k < width; ++k) {
      a0[k] = x[i + k];
      mm[k] = m;
      cc[k] = c;
    }
    Vector a1 = a0 + T(1), a2 = a0 + T(2), a3 = a0 + T(3), a4 = a0 + T(4), a5 = a0 + T(5), a6 = a0 + T(6);
    for (int round = 0; round < rounds; ++round) {
      a0 = a0 * mm + cc;
      a1 = a1 * mm + cc;
      a2 = a2 * mm + cc;
      a3 = a3 * mm + cc;
      a4 = a4 * mm + cc;
      a5 = a5 * mm + cc;
      a6 = a6 * mm + cc;
    }
    const Vector sum = ((a0 + a1) + (a2 + a3)) + ((a4 + a5) + a6);
    for (int k = 0; k < width; ++k) y[i + k] = sum[k];
  }
  for (int i = whole; i < n; ++i) {
    T a[7];
    for (int k = 0; k < 7; ++k) a[k] = x[i] + T(k);
    for (int round = 0; round < rounds; ++round)
      for (int k = 0; k < 7; ++k) a[k] = a[k] * m + c;
    y[i] = ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + a[6]);
  }
}
