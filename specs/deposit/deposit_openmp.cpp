// Cloud-in-cell deposition over all cores. Two particles may share a grid point, so every addition is atomic.
#include <cmath>

template <class T>
static void deposit(int n, int cells, const T* x, const T* w, T* rho) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const T point = std::floor(x[i]);
    const T share = x[i] - point;
    const int left = static_cast<int>(point) % cells;
    const int right = (left + 1) % cells;
    const T to_left = (1 - share) * w[i];
    const T to_right = share * w[i];
#pragma omp atomic
    rho[left] += to_left;
#pragma omp atomic
    rho[right] += to_right;
  }
}
