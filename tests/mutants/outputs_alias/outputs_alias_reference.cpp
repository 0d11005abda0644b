static void outputs_alias(int n, const double* x, double* smallest, double* largest) {
  *smallest = *largest = x[0];
  for (int i = 1; i < n; ++i) {
    if (x[i] < *smallest) *smallest = x[i];
    if (x[i] > *largest) *largest = x[i];
  }
}
