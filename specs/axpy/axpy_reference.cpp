// The loop that the other implementations of axpy are judged by. A template, so that a check can also run it with more
// precise numbers.

// [axpy]
template <class T>
static void axpy(T a, const T* x, T* y, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] += a * x[i];
  }
}
// [/axpy]
