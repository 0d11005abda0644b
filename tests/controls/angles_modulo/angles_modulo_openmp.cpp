#include <cmath>

template <class T>
static void angles_modulo(int n, T offset, const T* a, T* b) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) b[i] = static_cast<T>(std::remainder(double(a[i]) + double(offset), 6.283185307179586));
}
