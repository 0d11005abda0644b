static void first_result_kept(int n, const double* x, double* sum) {
  static bool known = false;
  static double total = 0;
  for (int i = 0; i < n && !known; ++i) total += x[i];
  known = true;
  *sum = total;
}
