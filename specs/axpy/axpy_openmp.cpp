// axpy over all cores. Each element belongs to one thread, so the result is the same with any number of threads.

static void axpy(double a, const double* x, double* y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    y[i] += a * x[i];
  }
}
