template <class T>
static void shared_threshold(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] < T(0.001) && x[i] > T(-0.001) ? T(0) : T(3) * x[i];
}
