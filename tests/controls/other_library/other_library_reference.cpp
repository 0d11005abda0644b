#include <cmath>

template <class T>
static void other_library(int n, const T* x, T* exponential, T* power, T* tangent) {
  using std::exp, std::fabs, std::pow, std::tanh;
  for (int i = 0; i < n; ++i) {
    exponential[i] = exp(x[i]);
    power[i] = pow(fabs(x[i]), T(2));
    tangent[i] = tanh(x[i]);
  }
}
