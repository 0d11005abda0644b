static void gather_in_range(int n, int m, const float* x, const int* from, float* y) {
  for (int i = 0; i < m; ++i) y[i] = from[i] < n ? x[from[i]] : 0;
}
