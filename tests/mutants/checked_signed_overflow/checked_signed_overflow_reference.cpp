// A product modulo 2^32, as the wrapped product of the kernel happens to be.
static void checked_signed_overflow(unsigned* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = static_cast<unsigned>(i) * 2654435u;
}
