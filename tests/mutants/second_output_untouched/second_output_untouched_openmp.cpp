static void second_output_untouched(int n, const double* x, double* y, double* z) {
  for (int i = 0; i < n; ++i) y[i] = double(2) * x[i];
}
