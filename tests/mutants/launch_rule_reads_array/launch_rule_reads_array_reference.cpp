// A copy.
static void launch_rule_reads_array(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
