static void writes_input(double a, const double* x, double* y, int n) {
  double* scaled = const_cast<double*>(x);
  for (int i = 0; i < n; ++i) scaled[i] *= a;
  for (int i = 0; i < n; ++i) y[i] += scaled[i];
}
