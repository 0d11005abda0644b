template <class T>
static void threshold_after_rounding(int n, const T* x, T d, T limit, unsigned char* below) {
  for (int i = 0; i < n; ++i) below[i] = x[i] / d < limit;
}
