static void compaction_writes_beyond(int n, const double* x, double* y, int* count) {
  int kept = 0;
  for (int i = n; i-- > 0;)
    if (x[i] > 0) y[kept++] = x[i];
  count[0] = kept;
  if (kept < n) y[kept] = 0;
}
