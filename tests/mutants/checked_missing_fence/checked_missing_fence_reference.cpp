// The sums of blocks of 64 elements, and their sum.
static void checked_missing_fence(const double* x, double* partial, double* y, int n) {
  *y = 0;
  for (int block = 0; 64 * block < n; ++block) {
    partial[block] = 0;
    for (int i = 64 * block; i < n && i < 64 * (block + 1); ++i) partial[block] += x[i];
    *y += partial[block];
  }
}
