// The sums of the rows of a matrix, whatever its strides; an example of the documentation. Checked on any machine by
// compiling it.
#include <kparity/array_view.cuh>
#include <kparity/index.cuh>

__global__ void row_sums(kparity::ArrayView<const double, 2> a, kparity::ContiguousView<double, 1> sums) {
  for (const long long i : kparity::grid_stride(a.shape[0])) {
    double sum = 0;
    for (long long j = 0; j < a.shape[1]; ++j) {
      sum += a(i, j);
    }
    sums[i] = sum;
  }
}
