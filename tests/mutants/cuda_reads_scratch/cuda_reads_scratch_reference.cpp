static void cuda_reads_scratch(int n, const double* x, int* work, double* z) {
  for (int i = 0; i < n; ++i) {
    work[i] = 0;
    z[i] = x[i];
  }
}
