// a = b + s c with all threads.
static void kparity_triad(int n, double s, const double* b, const double* c, double* a) {
#pragma omp parallel for simd schedule(static)
  for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
}
