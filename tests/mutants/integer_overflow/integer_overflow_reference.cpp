static void integer_overflow(int n, const int* x, long long* sum) {
  long long total = 0;
  for (int i = 0; i < n; ++i) total += static_cast<long long>(x[i]) * x[i];
  *sum = total;
}
