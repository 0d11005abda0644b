static void stale_scratch(int n, int bins, const int* key, int* work, int* count) {
  for (int i = 0; i < n; ++i) work[key[i]] = static_cast<int>(static_cast<unsigned>(work[key[i]]) + 1u);
  for (int b = 0; b < bins; ++b) count[b] = work[b];
}
