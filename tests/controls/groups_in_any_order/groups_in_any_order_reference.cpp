// In the order of the keys.
template <class T>
static void groups_in_any_order(int n, const int* key, const T* v, int* row_key, T* row_sum, int* rows) {
  *rows = 0;
  for (int k = 0; k < 40; ++k) {
    T sum = 0;
    bool found = false;
    for (int i = 0; i < n; ++i) {
      if (key[i] != k) continue;
      sum += v[i];
      found = true;
    }
    if (!found) continue;
    row_key[*rows] = k;
    row_sum[(*rows)++] = sum;
  }
}
