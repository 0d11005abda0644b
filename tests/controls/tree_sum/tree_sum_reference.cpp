// One running sum, the less accurate side of the two.
template <class T>
static void tree_sum(int n, const T* x, T* sum) {
  T total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;
}
