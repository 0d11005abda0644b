// A sum of four, and bits of a hash with a share and a number that stops at the largest int.
static void checked_defined(const float* x, const int* count, float* y, unsigned* z, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = x[4 * i] + x[4 * i + 1] + x[4 * i + 2] + x[4 * i + 3];
    const unsigned mask = static_cast<unsigned>((1ull << count[i]) - 1);
    const unsigned share = count[i] == 0 ? 0 : 1000u / static_cast<unsigned>(count[i]);
    const unsigned whole = x[4 * i] < 2147483648.0f ? static_cast<unsigned>(x[4 * i]) : 2147483647u;
    z[i] = (static_cast<unsigned>(i) * 2654435u & mask) + share + whole;
  }
}
