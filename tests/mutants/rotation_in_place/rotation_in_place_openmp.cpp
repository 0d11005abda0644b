static void rotation_in_place(int n, double c, double s, double* x, double* y) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    x[i] = c * x[i] - s * y[i];
    y[i] = s * x[i] + c * y[i];
  }
}
