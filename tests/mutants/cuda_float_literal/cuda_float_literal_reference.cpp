static void cuda_float_literal(int n, double a, const double* x, double* z) {
  for (int i = 0; i < n; ++i) z[i] = 0.1 * a * x[i];
}
