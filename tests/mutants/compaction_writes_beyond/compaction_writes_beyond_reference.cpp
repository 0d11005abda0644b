template <class T>
static void compaction_writes_beyond(int n, const T* x, T* y, int* count) {
  int kept = 0;
  for (int i = 0; i < n; ++i)
    if (x[i] > T(0)) y[kept++] = x[i];
  count[0] = kept;
}
