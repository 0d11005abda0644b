// Cloud-in-cell deposition with one thread per particle and atomic additions.
#include "thread_index.cuh"

template <class T>
__global__ void deposit(int n, int cells, const T* x, const T* w, T* rho) {
  const long long i = thread_index();
  if (i >= n) {
    return;
  }
  const T point = floor(x[i]);
  const T share = x[i] - point;
  const int left = static_cast<int>(point) % cells;
  const int right = (left + 1) % cells;
  atomicAdd(&rho[left], (1 - share) * w[i]);
  atomicAdd(&rho[right], share * w[i]);
}
