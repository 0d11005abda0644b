// What libstdc++'s <math.h> leaves behind when a header reaches it: overloads for float and for integers, in the global
// namespace. Calls mean the same and are not ambiguous.
#include "check.cuh"

#if defined KPARITY_EMULATED && !defined _GLIBCXX_MATH_H  // where it is not there already
template <class T>
struct OfInteger {};
template <>
struct OfInteger<int> {
  typedef double Double;
};
#define LIBRARY(name)                                                              \
  inline float name(float x) { return __builtin_##name##f(x); }                 \
  inline long double name(long double x) { return __builtin_##name##l(x); }     \
  template <class T>                                                               \
  inline typename OfInteger<T>::Double name(T x) { return __builtin_##name(x); }
LIBRARY(floor) LIBRARY(ceil) LIBRARY(sqrt) LIBRARY(fabs) LIBRARY(exp)
#define LIBRARY2(name)                                                                               \
  inline float name(float x, float y) { return __builtin_##name##f(x, y); }                       \
  inline long double name(long double x, long double y) { return __builtin_##name##l(x, y); }     \
  template <class T, class U>                                                                        \
  inline double name(T x, U y) { return __builtin_##name(x, y); }
LIBRARY2(fmax) LIBRARY2(pow) LIBRARY2(fmod)
inline double abs(double x) { return __builtin_fabs(x); }
inline float abs(float x) { return __builtin_fabsf(x); }
inline long abs(long x) { return x < 0 ? -x : x; }
inline long long abs(long long x) { return x < 0 ? -x : x; }
inline double sinpi(double x) { return x == 0.5 ? 1.0 : 0.0; }  // of C23
inline float sinpif(float x) { return x == 0.5f ? 1.0f : 0.0f; }
inline bool isnan(float x) { return x != x; }
inline bool isnan(double x) { return x != x; }
#endif

__global__ void library_overloads(int* failures, float f, double d, int i) {
  CHECK(floor(f) == 0 && floor(d) == 0 && ceil(f) == 1 && ceil(d) == 1);
  CHECK(sizeof(floor(f)) == sizeof(float) && sizeof(floor(d)) == sizeof(double) && sizeof(exp(f)) == sizeof(float));
  CHECK(sqrt(f * f) == f && fabs(-f) == f && fabs(-d) == d && exp(f - f) == 1);
  CHECK(fmax(f, f) == f && fmax(d, d) == d && fmax(f, i) == i && fmax(i, d) == i);
  CHECK(sizeof(fmax(f, i)) == sizeof(float) && sizeof(fmod(f, i)) == sizeof(float) && sizeof(fmax(d, i)) == sizeof(double));
  CHECK(pow(f, i) == f * f * f && sizeof(pow(f, i)) == sizeof(float) && pow(d, i) == d * d * d && pow(d, d) > 0);
  CHECK(abs(-f) == f && abs(-d) == d && abs(-i) == i && abs(-1l) == 1 && abs(-1ll) == 1);
  CHECK(sinpi(d) == 1 && sinpi(f) == 1 && sinpif(f) == 1 && !isnan(f) && !isnan(d));
}

/// A template of the kernel's own is for its own types.
struct Pair {
  float x, y;
};
template <class T>
__device__ T sqrt(T value) {
  return {value.y, value.x};
}
__global__ void own_template(int* failures, float f) {
  CHECK(sqrt(Pair{1, f}).x == f && sqrt(f * f) == f);
}
