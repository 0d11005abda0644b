static void cuda_wrong_constant(int n, double a, const double* x, double* z) {
  for (int i = 0; i < n; ++i) z[i] = 3.14159265358979324 * a * x[i];
}
