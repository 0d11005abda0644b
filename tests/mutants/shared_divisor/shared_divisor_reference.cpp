template <class T>
static void shared_divisor(int n, const T* x, T* y) {
  T sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  const T mean = sum / T(n + 1);
  for (int i = 0; i < n; ++i) y[i] = x[i] - mean;
}
