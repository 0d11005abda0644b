static void scale(double factor, double* values, int n) {
#pragma omp simd
  for (int i = 0; i < n; ++i) values[i] *= factor;
}
