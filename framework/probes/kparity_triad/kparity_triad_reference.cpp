// a = b + s c, one element after another.
static void kparity_triad(int n, double s, const double* b, const double* c, double* a) {
  for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
}
