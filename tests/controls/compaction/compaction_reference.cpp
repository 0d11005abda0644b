template <class T>
static void compaction(int n, const T* x, T limit, int* out, int* count) {
  for (int i = 0; i < n; ++i)
    if (x[i] > limit) out[(*count)++] = i;
}
