static void scatter_by_permutation(int n, const float* v, const int* to, float* y) {
  for (int i = 0; i < n; ++i) y[to[i]] = v[i];
}
