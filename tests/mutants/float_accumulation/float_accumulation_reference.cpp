static void float_accumulation(int n, const double* x, double* sum) {
  double total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;
}
