// The sum of each block of 64 elements.
static void checked_unwritten_shared(const double* x, double* y, int n) {
  for (int block = 0; 64 * block < n; ++block) {
    y[block] = 0;
    for (int i = 64 * block; i < n && i < 64 * (block + 1); ++i) y[block] += x[i];
  }
}
