static void cuda_missing_barrier(int n, const int* x, int* z) {
  for (int b = 0; b < n; ++b) {
    for (int t = 0; t < 128; ++t) z[128 * b + t] = x[128 * b + 127 - t];
  }
}
