static void cuda_makes_nan(int n, double a, const double* x, double* z) {
  for (int i = 0; i < n; ++i) z[i] = a * x[i];
}
