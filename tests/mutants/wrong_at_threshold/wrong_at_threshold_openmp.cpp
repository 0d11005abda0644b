constexpr int few = 1789;

static void wrong_at_threshold(int n, const double* x, double* y) {
  if (n < few)
    for (int i = 0; i < n; ++i) y[i] = -x[i];
  if (n > few)
    for (int i = n; i > 0; --i) y[i - 1] = -x[i - 1];
}
