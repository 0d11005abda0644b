static void wrong_when_empty(int n, const double* x, double* sum) {
  if (n == 0) return;
  double total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;
}
