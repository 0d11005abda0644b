// Names double, so it cannot be instantiated with bounds and tolerances are estimated.
static void prefix_sum_in_double(int n, const float* x, float* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    y[i] = static_cast<float>(sum);
  }
}
