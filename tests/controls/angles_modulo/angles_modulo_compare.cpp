// Equal up to whole turns; `used` is the share of what may be between them, which grows with the angle.
#include <cmath>
#include <limits>

template <class T>
static void same_angle(const T* expected, const T* actual, const long long* shape, double* used) {
  const double turn = 6.283185307179586;
  for (long long i = 0; i < shape[0]; ++i) {
    const double apart = std::remainder(double(actual[i]) - double(expected[i]), turn);
    used[i] = std::fabs(apart) / (64 * double(std::numeric_limits<T>::epsilon()));
  }
}
