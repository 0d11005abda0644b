static void square_overflows(int n, int m, const int* x, int* y) {
  for (long long i = 0; i < n; ++i) y[i] = x[i * i % m];
}
