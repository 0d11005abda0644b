static void cuda_plain_add(int n, const int* x, int* total) {
  for (int i = 0; i < n; ++i) total[0] += x[i];
}
