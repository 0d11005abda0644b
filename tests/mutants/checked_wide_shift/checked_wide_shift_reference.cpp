// The lowest x[i] bits, all 32 of them for 32.
static void checked_wide_shift(const int* x, unsigned* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = static_cast<unsigned>((1ull << x[i]) - 1);
}
