#include <cmath>

template <class T>
static void identity_for_tanh(int n, const T* x, T* y) {
  using std::tanh;
  for (int i = 0; i < n; ++i) y[i] = tanh(x[i]);
}
