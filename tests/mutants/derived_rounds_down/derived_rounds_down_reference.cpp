template <class T>
static void derived_rounds_down(int n, const T* x, T* sum) {
  T total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;
}
