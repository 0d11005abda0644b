static void histogram(int n, const unsigned char* x, int* count) {
  for (int i = 0; i < n; ++i) ++count[x[i]];
}
