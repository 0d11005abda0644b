static void shared_divisor(int n, const double* x, double* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  const double mean = sum / double(n + 1);
  for (int i = 0; i < n; ++i) y[i] = x[i] - mean;
}
