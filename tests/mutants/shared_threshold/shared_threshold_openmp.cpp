static void shared_threshold(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] < double(0.001) && x[i] > double(-0.001) ? double(0) : double(3) * x[i];
}
