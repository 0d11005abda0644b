// Of x[1] and x[2], x[3] and x[4], and so on.
static void checked_misaligned_vector(const float* x, float* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[2 * i + 1] + x[2 * i + 2];
}
