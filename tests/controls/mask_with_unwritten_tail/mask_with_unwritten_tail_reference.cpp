static void mask_with_unwritten_tail(int n, const float* x, [[maybe_unused]] unsigned char* mask, int* negative) {
  *negative = 0;
  for (int i = 0; i < n; ++i) *negative += x[i] < 0;
}
