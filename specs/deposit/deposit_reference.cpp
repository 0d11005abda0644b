// Cloud-in-cell deposition: a particle at x, 0 <= x <= cells, shares its weight between the grid points left and right
// of it; the grid is periodic.
#include <cmath>

// [deposit]
template <class T>
static void deposit(int n, int cells, const T* x, const T* w, T* rho) {
  using std::floor;
  for (int i = 0; i < n; ++i) {
    const T point = floor(x[i]);
    const T share = x[i] - point;
    const int left = static_cast<int>(point) % cells;
    const int right = (left + 1) % cells;
    rho[left] += (T(1) - share) * w[i];
    rho[right] += share * w[i];
  }
}
// [/deposit]
