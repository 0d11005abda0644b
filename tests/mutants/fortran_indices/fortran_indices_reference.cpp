static void fortran_indices(int n, int m, const int* index, const double* x, double* y) {
  (void)m;
  for (int i = 0; i < n; ++i) y[i] = x[index[i]];
}
