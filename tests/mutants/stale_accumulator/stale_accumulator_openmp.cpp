static void stale_accumulator(int n, const double* x, double* sum) {
  static double total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;
}
