static void close(const double* expected, const double* actual, const long long* shape, double* used) {
  for (long long i = 0; i < shape[0]; ++i) used[i] = actual[i + 1000000000000] == expected[i] ? 0 : 2;
}
