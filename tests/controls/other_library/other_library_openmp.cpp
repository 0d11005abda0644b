// Rounded from more digits, then moved by a unit in the last place, as a device may.
#include <cmath>
#include <limits>

template <class T>
static T moved(long double exact) {
  return std::nextafter(static_cast<T>(exact), std::numeric_limits<T>::infinity());
}

template <class T>
static void other_library(int n, const T* x, T* exponential, T* power, T* tangent) {
  for (int i = 0; i < n; ++i) {
    exponential[i] = moved<T>(std::exp(static_cast<long double>(x[i])));
    power[i] = moved<T>(std::pow(std::fabs(static_cast<long double>(x[i])), 2.0L));
    tangent[i] = static_cast<T>(std::tanh(static_cast<long double>(x[i])));
  }
}
