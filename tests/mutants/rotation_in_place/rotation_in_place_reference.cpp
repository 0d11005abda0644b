static void rotation_in_place(int n, double c, double s, double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    const double old = x[i];
    x[i] = c * old - s * y[i];
    y[i] = s * old + c * y[i];
  }
}
