// Zero where there are none.
static void checked_divided_by_zero(const int* sum, const int* count, int* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = count[i] == 0 ? 0 : sum[i] / count[i];
}
