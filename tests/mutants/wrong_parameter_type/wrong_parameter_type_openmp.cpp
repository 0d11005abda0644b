static void wrong_parameter_type(int n, const float* x, const double* y, double* z) {
  for (int i = 0; i < n; ++i) z[i] = x[i] - y[i];
}
