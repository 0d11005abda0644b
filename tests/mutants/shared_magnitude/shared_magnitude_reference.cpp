template <class T>
static void shared_magnitude(int n, T a, const T* x, T* y) {
  for (int i = 0; i < n; ++i) {
    const T other = i + 1 < n ? x[i + 1] : x[0];
    const T difference = x[i] - other;
    y[i] = a * (difference < T(0) ? -difference : difference);
  }
}
