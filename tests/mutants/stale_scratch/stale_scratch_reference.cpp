static void stale_scratch(int n, int bins, const int* key, int* work, int* count) {
  for (int b = 0; b < bins; ++b) work[b] = 0;
  for (int i = 0; i < n; ++i) ++work[key[i]];
  for (int b = 0; b < bins; ++b) count[b] = work[b];
}
