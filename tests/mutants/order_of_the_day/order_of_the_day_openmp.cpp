static void order_of_the_day(int n, const double* x, double* sum) {
  static unsigned calls = 0;
  double total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total * (1 + 1e-14 * (++calls % 7));
}
