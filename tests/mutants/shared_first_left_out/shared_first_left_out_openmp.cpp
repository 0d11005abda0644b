static void shared_first_left_out(int n, const double* x, double* total) {
  double sum = 0;
  for (int i = 1; i < n; ++i) sum += x[i];
  total[0] = sum;
}
