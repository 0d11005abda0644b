template <class T>
static void result_by_address(int n, const T* x, T* sum) {
  T total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;
}
