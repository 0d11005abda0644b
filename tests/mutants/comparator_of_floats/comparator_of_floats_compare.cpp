static void close(const float* expected, const float* actual, const long long* shape, double* used) {
  for (long long i = 0; i < shape[0]; ++i) used[i] = actual[i] == expected[i] ? 0 : 2;
}
