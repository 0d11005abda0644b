// The lowest int beyond the range, as x86 has it.
static void checked_cast_out_of_range(const float* x, int* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[i] < 2147483648.0f ? static_cast<int>(x[i]) : -2147483647 - 1;
}
