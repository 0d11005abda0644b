static void shared_magnitude(int n, double a, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    const double other = i + 1 < n ? x[i + 1] : x[0];
    const double difference = x[i] - other;
    y[i] = a * (difference < double(0) ? -difference : difference);
  }
}
