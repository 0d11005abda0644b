template <class T>
static void same_value_stored(int n, const T* x, int* flag) {
  for (int i = 0; i < n; ++i)
    if (x[i] < 0) *flag = 1;
}
