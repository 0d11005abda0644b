static void square_overflows(int n, int m, const int* x, int* y) {
  for (int i = 0; i < n; ++i) y[i] = x[static_cast<unsigned>(i) * static_cast<unsigned>(i) % static_cast<unsigned>(m)];
}
