static void wrong_when_empty(int n, const double* x, double* sum) {
  double total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;
}
