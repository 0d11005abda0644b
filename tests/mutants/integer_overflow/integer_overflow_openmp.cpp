static void integer_overflow(int n, const int* x, long long* sum) {
  unsigned total = 0;
  for (int i = 0; i < n; ++i) total += static_cast<unsigned>(x[i]) * static_cast<unsigned>(x[i]);
  *sum = total;
}
