static void lost_reduction(int n, const double* x, double* sum) {
  double total = 0;
#pragma omp parallel for schedule(static) num_threads(4) firstprivate(total) lastprivate(total)
  for (int i = 0; i < n; ++i) total += x[i];
  *sum = total;  // that of the thread with the last element
}
