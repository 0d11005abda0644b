static void one_element_matters(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = (i == 150 && x[i] > 2 ? 2 : x[i]) + x[(i + 7) % n];
}
