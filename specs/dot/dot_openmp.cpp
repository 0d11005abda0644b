// The scalar product over all cores. Every thread sums its own piece and the pieces are added in order, so that a
// number of threads has one result; `reduction(+ : sum)` would add them in any order.
#include <omp.h>

#include <vector>

// kparity: equivalent arguments: a product does not change with the order of its factors
static void dot(int n, const double* x, const double* y, [[maybe_unused]] double* partial,
                [[maybe_unused]] unsigned int* counter, double* result) {
  std::vector<double> sums(static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
  {
    double sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i) {
      sum += x[i] * y[i];
    }
    sums[static_cast<std::size_t>(omp_get_thread_num())] = sum;
  }
  double total = 0;
  for (const double sum : sums) {
    total += sum;
  }
  result[0] = total;
}
