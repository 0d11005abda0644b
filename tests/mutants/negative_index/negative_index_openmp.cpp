static void negative_index(int n, int cells, const double* x, int* count) {
  for (int c = 0; c < cells; ++c) count[c] = 0;
  for (int i = 0; i < n; ++i) ++count[static_cast<int>(x[i]) % cells];  // negative for a negative x
}
