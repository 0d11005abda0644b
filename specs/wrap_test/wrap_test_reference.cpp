// The host's version of the device function that the spec names: one element at a time.
#include <cmath>

template <class T>
static T wrap(T x, T length, int* turns) {
  const T whole = std::floor(x / length);
  *turns = static_cast<int>(whole);
  const T inside = x - whole * length;
  return inside < length ? inside : T(0);
}
