static void input_without_influence(int n, const double* x, const double* y, double* z) {
  for (int i = 0; i < n; ++i) z[i] = y[i] > double(2) ? x[i] + y[i] : x[i];
}
