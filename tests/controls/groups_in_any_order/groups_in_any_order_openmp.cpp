// In the order in which the keys come last, summed from the end.
static void groups_in_any_order(int n, const int* key, const float* v, int* row_key, float* row_sum, int* rows) {
  *rows = 0;
  for (int i = n - 1; i >= 0; --i) {
    int row = 0;
    while (row < *rows && row_key[row] != key[i]) ++row;
    if (row == *rows) {
      row_key[(*rows)++] = key[i];
      row_sum[row] = 0;
    }
    row_sum[row] += v[i];
  }
}
