template <class T>
static void lost_term(int n, const T* x, T* sum) {
  T total = 0;
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;
}
