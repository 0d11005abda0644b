// 1 if there is one.
static void checked_ignored_line(const double* x, int* any, int n) {
  for (int i = 0; i < n; ++i)
    if (x[i] < 0) any[0] = 1;
}
