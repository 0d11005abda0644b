static void outputs_alias(int n, const double* x, double* smallest, double* largest) {
  double low = x[0], high = x[0];
#pragma omp parallel for reduction(min : low) reduction(max : high)
  for (int i = 0; i < n; ++i) {
    low = x[i] < low ? x[i] : low;
    high = x[i] > high ? x[i] : high;
  }
  largest = smallest;
  *smallest = low;
  *largest = high;
}
