static void cuda_early_return(int n, const int* x, int* z) {
  for (int b = 0; 128 * b < n; ++b) {
    z[b] = 0;
    for (int i = 128 * b; i < 128 * (b + 1) && i < n; ++i) z[b] += x[i];
  }
}
