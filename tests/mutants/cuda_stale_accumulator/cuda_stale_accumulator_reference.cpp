static void cuda_stale_accumulator(int n, const int* x, int* total) {
  total[0] = 0;
  for (int i = 0; i < n; ++i) total[0] += x[i];
}
