// The mathematical functions of the device (CUDA Math API, "Single Precision" and "Double Precision Mathematical
// Functions"). Fast intrinsics are as exact here as the ordinary functions; the device's are not.
//
// What the C and the C++ library declare under the same names depends on their versions and on what a kernel includes.
// So the device's overloads stand in `kparity_math`, where nobody else declares anything, and are chosen from there, as
// by the device compiler: a float and an integer make a float, a float and a double are ambiguous. Kernels see templates
// that pass on what can be chosen and refuse the rest. For the very types of a call a library's function is preferred to
// a template, and means the same; in every other case the template fits better. So no library makes a call ambiguous.
#pragma once

#undef isnan
#undef isinf
#undef isfinite
#undef signbit

namespace kparity_math {

// Of C, once more for float.
#define KPARITY_C1(name)                                     \
  static inline double name(double x) { return ::name(x); }  \
  static inline float name(float x) { return ::name##f(x); }
KPARITY_C1(sin) KPARITY_C1(cos) KPARITY_C1(tan) KPARITY_C1(asin) KPARITY_C1(acos) KPARITY_C1(atan) KPARITY_C1(sinh)
KPARITY_C1(cosh) KPARITY_C1(tanh) KPARITY_C1(asinh) KPARITY_C1(acosh) KPARITY_C1(atanh) KPARITY_C1(exp)
KPARITY_C1(exp2) KPARITY_C1(expm1) KPARITY_C1(log) KPARITY_C1(log2) KPARITY_C1(log10) KPARITY_C1(log1p)
KPARITY_C1(logb) KPARITY_C1(sqrt) KPARITY_C1(cbrt) KPARITY_C1(erf) KPARITY_C1(erfc) KPARITY_C1(tgamma)
KPARITY_C1(lgamma) KPARITY_C1(floor) KPARITY_C1(ceil) KPARITY_C1(trunc) KPARITY_C1(round) KPARITY_C1(rint)
KPARITY_C1(nearbyint) KPARITY_C1(fabs) KPARITY_C1(j0) KPARITY_C1(j1) KPARITY_C1(y0) KPARITY_C1(y1)
#undef KPARITY_C1

#define KPARITY_C2(name)                                                  \
  static inline double name(double x, double y) { return ::name(x, y); }  \
  static inline float name(float x, float y) { return ::name##f(x, y); }
KPARITY_C2(atan2) KPARITY_C2(fmod) KPARITY_C2(remainder) KPARITY_C2(copysign) KPARITY_C2(nextafter) KPARITY_C2(fdim)
KPARITY_C2(fmax) KPARITY_C2(fmin) KPARITY_C2(hypot) KPARITY_C2(pow)
#undef KPARITY_C2
static inline double copysign(float x, double y) { return ::copysign(static_cast<double>(x), y); }
static inline double copysign(double x, float y) { return ::copysign(x, static_cast<double>(y)); }
static inline double pow(double x, int n) { return ::pow(x, static_cast<double>(n)); }
static inline float pow(float x, int n) { return ::powf(x, static_cast<float>(n)); }

static inline double fma(double x, double y, double z) { return ::fma(x, y, z); }
static inline float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
static inline double ldexp(double x, int n) { return ::ldexp(x, n); }
static inline float ldexp(float x, int n) { return ::ldexpf(x, n); }
static inline double scalbn(double x, int n) { return ::scalbn(x, n); }
static inline float scalbn(float x, int n) { return ::scalbnf(x, n); }
static inline double scalbln(double x, long n) { return ::scalbln(x, n); }
static inline float scalbln(float x, long n) { return ::scalblnf(x, n); }
static inline double frexp(double x, int* n) { return ::frexp(x, n); }
static inline float frexp(float x, int* n) { return ::frexpf(x, n); }
static inline double modf(double x, double* whole) { return ::modf(x, whole); }
static inline float modf(float x, float* whole) { return ::modff(x, whole); }
static inline double remquo(double x, double y, int* q) { return ::remquo(x, y, q); }
static inline float remquo(float x, float y, int* q) { return ::remquof(x, y, q); }
static inline int ilogb(double x) { return ::ilogb(x); }
static inline int ilogb(float x) { return ::ilogbf(x); }
static inline long lrint(double x) { return ::lrint(x); }
static inline long lrint(float x) { return ::lrintf(x); }
static inline long long llrint(double x) { return ::llrint(x); }
static inline long long llrint(float x) { return ::llrintf(x); }
static inline long lround(double x) { return ::lround(x); }
static inline long lround(float x) { return ::lroundf(x); }
static inline long long llround(double x) { return ::llround(x); }
static inline long long llround(float x) { return ::llroundf(x); }
static inline double jn(int n, double x) { return ::jn(n, x); }
static inline float jn(int n, float x) { return ::jnf(n, x); }
static inline double yn(int n, double x) { return ::yn(n, x); }
static inline float yn(int n, float x) { return ::ynf(n, x); }
static inline int abs(int x) { return x < 0 ? -x : x; }
static inline long abs(long x) { return x < 0 ? -x : x; }
static inline long long abs(long long x) { return x < 0 ? -x : x; }
static inline double abs(double x) { return ::fabs(x); }
static inline float abs(float x) { return ::fabsf(x); }

#define KPARITY_CLASS(name)                                                      \
  static inline int name(double x) { return __builtin_##name(x) ? 1 : 0; }       \
  static inline int name(float x) { return __builtin_##name(x) ? 1 : 0; }
KPARITY_CLASS(isnan) KPARITY_CLASS(isinf) KPARITY_CLASS(isfinite) KPARITY_CLASS(signbit)
#undef KPARITY_CLASS

// What C does not have, or not everywhere: in double, each once more for float, which is computed in double and rounded
// once.
static inline double exp10(double x) { return ::pow(10.0, x); }
static inline void sincos(double x, double* s, double* c) { *s = ::sin(x), *c = ::cos(x); }
static inline void sincosf(float x, float* s, float* c) { *s = ::sinf(x), *c = ::cosf(x); }
static inline void sincos(float x, float* s, float* c) { sincosf(x, s, c); }
static inline double rsqrt(double x) { return 1.0 / ::sqrt(x); }
static inline double rcbrt(double x) { return 1.0 / ::cbrt(x); }
static inline double kparity_reduced(double x) { return x - 2.0 * ::floor(x / 2.0); }  // exact, in [0, 2)
static inline double sinpi(double x) {
  if (!__builtin_isfinite(x)) return x - x;
  double r = kparity_reduced(::fabs(x));
  const double sign = (__builtin_signbit(x) ? -1.0 : 1.0) * (r >= 1.0 ? -1.0 : 1.0);
  if (r >= 1.0) r -= 1.0;
  if (r > 0.5) r = 1.0 - r;
  return sign * (r > 0.25 ? ::cos(M_PI * (0.5 - r)) : ::sin(M_PI * r));
}
static inline double cospi(double x) {
  if (!__builtin_isfinite(x)) return x - x;
  double r = kparity_reduced(::fabs(x));
  if (r > 1.0) r = 2.0 - r;
  if (r == 0.5) return 0.0;
  return r > 0.75 ? -::cos(M_PI * (1.0 - r)) : r > 0.25 ? ::sin(M_PI * (0.5 - r)) : ::cos(M_PI * r);
}
static inline void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }
static inline double rhypot(double x, double y) { return 1.0 / ::hypot(x, y); }
static inline double norm3d(double x, double y, double z) { return ::hypot(::hypot(x, y), z); }
static inline double norm4d(double x, double y, double z, double w) { return ::hypot(::hypot(x, y), ::hypot(z, w)); }
static inline double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
static inline double rnorm4d(double x, double y, double z, double w) { return 1.0 / norm4d(x, y, z, w); }
static inline double norm(int n, const double* x) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = ::hypot(sum, x[i]);
  return sum;
}
static inline double rnorm(int n, const double* x) { return 1.0 / norm(n, x); }
static inline double normcdf(double x) { return 0.5 * ::erfc(-x * M_SQRT1_2); }
/// exp(x^2) erfc(x): the product where both fit, else the continued fraction (Abramowitz and Stegun 7.1.14).
static inline double erfcx(double x) {
  if (x < 10.0) return ::exp(x * x) * ::erfc(x);
  double fraction = x;
  for (int k = 60; k > 0; --k) fraction = x + 0.5 * k / fraction;
  return 1.0 / (fraction * 1.7724538509055160273);
}
/// Newton's method on erfc or erf from a rough first value, whichever is not near 1.
static inline double erfcinv(double y) {
  if (!(y >= 0.0 && y <= 2.0)) return NAN;
  if (y == 0.0 || y == 2.0) return y == 0.0 ? INFINITY : -INFINITY;
  if (y > 1.0) return -erfcinv(2.0 - y);
  double x = y > 0.25 ? (1.0 - y) * 0.88622692545275801365 : ::sqrt(-::log(y * ::sqrt(M_PI) * ::sqrt(1.0 - ::log(y))));
  for (int i = 0; i < 40; ++i) {
    const double error = y > 0.5 ? (1.0 - y) - ::erf(x) : ::erfc(x) - y;
    const double step = error / (1.1283791670955125739 * ::exp(-x * x));
    x += step / (1.0 - x * step);  // Halley's correction
    if (::fabs(step) < 1e-16 * ::fabs(x)) break;
  }
  return x;
}
static inline double erfinv(double y) {
  if (!(y >= -1.0 && y <= 1.0)) return NAN;
  if (::fabs(y) == 1.0) return y * INFINITY;
  double x = ::fabs(y) < 0.5 ? y * 0.88622692545275801365 : y < 0.0 ? -erfcinv(1.0 + y) : erfcinv(1.0 - y);
  for (int i = 0; i < 8 && ::fabs(y) < 0.5; ++i) {
    const double step = (y - ::erf(x)) / (1.1283791670955125739 * ::exp(-x * x));
    x += step / (1.0 - x * step);
    if (::fabs(step) <= 1e-17 * ::fabs(x)) break;
  }
  return x;
}
static inline double normcdfinv(double y) { return -M_SQRT2 * erfcinv(2.0 * y); }
/// Modified Bessel functions by their power series (Abramowitz and Stegun 9.6.12); all terms are positive.
static inline double cyl_bessel_i0(double x) {
  double term = 1.0, sum = 1.0;
  for (int k = 1; k < 2000 && term > 1e-17 * sum; ++k) term *= x * x / (4.0 * k * k), sum += term;
  return sum;
}
static inline double cyl_bessel_i1(double x) {
  double term = 0.5 * x, sum = term;
  for (int k = 1; k < 2000 && ::fabs(term) > 1e-17 * ::fabs(sum); ++k) term *= x * x / (4.0 * k * (k + 1.0)), sum += term;
  return sum;
}

#define KPARITY_F1(name)                                                                            \
  static inline float name##f(float x) { return static_cast<float>(name(static_cast<double>(x))); } \
  static inline float name(float x) { return name##f(x); }
KPARITY_F1(exp10) KPARITY_F1(rsqrt) KPARITY_F1(rcbrt) KPARITY_F1(sinpi) KPARITY_F1(cospi) KPARITY_F1(normcdf)
KPARITY_F1(normcdfinv) KPARITY_F1(erfinv) KPARITY_F1(erfcinv) KPARITY_F1(erfcx) KPARITY_F1(cyl_bessel_i0)
KPARITY_F1(cyl_bessel_i1)
#undef KPARITY_F1
static inline void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
static inline void sincospi(float x, float* s, float* c) { sincospif(x, s, c); }
static inline float rhypotf(float x, float y) { return static_cast<float>(rhypot(static_cast<double>(x), static_cast<double>(y))); }
static inline float norm3df(float x, float y, float z) { return static_cast<float>(norm3d(x, y, z)); }
static inline float norm4df(float x, float y, float z, float w) { return static_cast<float>(norm4d(x, y, z, w)); }
static inline float rnorm3df(float x, float y, float z) { return static_cast<float>(rnorm3d(x, y, z)); }
static inline float rnorm4df(float x, float y, float z, float w) { return static_cast<float>(rnorm4d(x, y, z, w)); }
static inline float normf(int n, const float* x) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = ::hypot(sum, static_cast<double>(x[i]));
  return static_cast<float>(sum);
}
static inline float rnormf(int n, const float* x) { return 1.0f / normf(n, x); }


}  // namespace kparity_math

/// What converts to a floating-point number without being a class.
template <class... A>
concept KparityNumbers = (... && (!__is_class(A) && requires(A a) { static_cast<double>(a); }));


#define KPARITY_PASS1(name)                                    \
  template <class A>                                           \
    requires requires(A a) { kparity_math::name(a); }          \
  static inline auto name(A a) { return kparity_math::name(a); }
#define KPARITY_PASS2(name)                                    \
  template <class A, class B>                                  \
    requires requires(A a, B b) { kparity_math::name(a, b); }  \
  static inline auto name(A a, B b) { return kparity_math::name(a, b); }
#define KPARITY_PASS3(name)                                            \
  template <class A, class B, class C>                                 \
    requires requires(A a, B b, C c) { kparity_math::name(a, b, c); }  \
  static inline auto name(A a, B b, C c) { return kparity_math::name(a, b, c); }
#define KPARITY_PASS4(name)                                                    \
  template <class A, class B, class C, class D>                                \
    requires requires(A a, B b, C c, D d) { kparity_math::name(a, b, c, d); }  \
  static inline auto name(A a, B b, C c, D d) { return kparity_math::name(a, b, c, d); }
// Of numbers only: those among which the device compiler cannot choose are refused in its place.
#define KPARITY_NUMBERS1(name)                                                      \
  KPARITY_PASS1(name)                                                               \
  template <class A>                                                                \
    requires(KparityNumbers<A> && !requires(A a) { kparity_math::name(a); })        \
  void name(A) = delete;
#define KPARITY_NUMBERS2(name)                                                             \
  KPARITY_PASS2(name)                                                                      \
  template <class A, class B>                                                              \
    requires(KparityNumbers<A, B> && !requires(A a, B b) { kparity_math::name(a, b); })    \
  void name(A, B) = delete;
#define KPARITY_NUMBERS3(name)                                                                        \
  KPARITY_PASS3(name)                                                                                 \
  template <class A, class B, class C>                                                                \
    requires(KparityNumbers<A, B, C> && !requires(A a, B b, C c) { kparity_math::name(a, b, c); })    \
  void name(A, B, C) = delete;
KPARITY_NUMBERS1(sin) KPARITY_NUMBERS1(cos) KPARITY_NUMBERS1(tan) KPARITY_NUMBERS1(asin) KPARITY_NUMBERS1(acos)
KPARITY_NUMBERS1(atan) KPARITY_NUMBERS1(sinh) KPARITY_NUMBERS1(cosh) KPARITY_NUMBERS1(tanh) KPARITY_NUMBERS1(asinh)
KPARITY_NUMBERS1(acosh) KPARITY_NUMBERS1(atanh) KPARITY_NUMBERS1(exp) KPARITY_NUMBERS1(exp2) KPARITY_NUMBERS1(expm1)
KPARITY_NUMBERS1(log) KPARITY_NUMBERS1(log2) KPARITY_NUMBERS1(log10) KPARITY_NUMBERS1(log1p) KPARITY_NUMBERS1(logb)
KPARITY_NUMBERS1(sqrt) KPARITY_NUMBERS1(cbrt) KPARITY_NUMBERS1(erf) KPARITY_NUMBERS1(erfc) KPARITY_NUMBERS1(tgamma)
KPARITY_NUMBERS1(lgamma) KPARITY_NUMBERS1(floor) KPARITY_NUMBERS1(ceil) KPARITY_NUMBERS1(trunc)
KPARITY_NUMBERS1(round) KPARITY_NUMBERS1(rint) KPARITY_NUMBERS1(nearbyint) KPARITY_NUMBERS1(fabs) KPARITY_NUMBERS1(j0)
KPARITY_NUMBERS1(j1) KPARITY_NUMBERS1(y0) KPARITY_NUMBERS1(y1) KPARITY_NUMBERS1(ilogb) KPARITY_NUMBERS1(lrint)
KPARITY_NUMBERS1(llrint) KPARITY_NUMBERS1(lround) KPARITY_NUMBERS1(llround) KPARITY_NUMBERS1(abs)
KPARITY_NUMBERS1(isnan) KPARITY_NUMBERS1(isinf) KPARITY_NUMBERS1(isfinite) KPARITY_NUMBERS1(signbit)
KPARITY_NUMBERS1(exp10) KPARITY_NUMBERS1(rsqrt) KPARITY_NUMBERS1(rcbrt) KPARITY_NUMBERS1(sinpi)
KPARITY_NUMBERS1(cospi) KPARITY_NUMBERS1(normcdf) KPARITY_NUMBERS1(normcdfinv) KPARITY_NUMBERS1(erfinv)
KPARITY_NUMBERS1(erfcinv) KPARITY_NUMBERS1(erfcx) KPARITY_NUMBERS1(cyl_bessel_i0) KPARITY_NUMBERS1(cyl_bessel_i1)
KPARITY_NUMBERS2(atan2) KPARITY_NUMBERS2(fmod) KPARITY_NUMBERS2(remainder) KPARITY_NUMBERS2(copysign)
KPARITY_NUMBERS2(nextafter) KPARITY_NUMBERS2(fdim) KPARITY_NUMBERS2(fmax) KPARITY_NUMBERS2(fmin)
KPARITY_NUMBERS2(hypot) KPARITY_NUMBERS2(pow) KPARITY_NUMBERS2(ldexp) KPARITY_NUMBERS2(scalbn)
KPARITY_NUMBERS2(scalbln) KPARITY_NUMBERS2(jn) KPARITY_NUMBERS2(yn)
KPARITY_NUMBERS3(fma)
KPARITY_PASS1(exp10f) KPARITY_PASS1(rsqrtf) KPARITY_PASS1(rcbrtf) KPARITY_PASS1(sinpif) KPARITY_PASS1(cospif)
KPARITY_PASS1(normcdff) KPARITY_PASS1(normcdfinvf) KPARITY_PASS1(erfinvf) KPARITY_PASS1(erfcinvf)
KPARITY_PASS1(erfcxf) KPARITY_PASS1(cyl_bessel_i0f) KPARITY_PASS1(cyl_bessel_i1f)
KPARITY_PASS2(frexp) KPARITY_PASS2(modf) KPARITY_PASS2(rhypot) KPARITY_PASS2(rhypotf) KPARITY_PASS2(norm)
KPARITY_PASS2(normf) KPARITY_PASS2(rnorm) KPARITY_PASS2(rnormf)
KPARITY_PASS3(remquo) KPARITY_PASS3(sincos) KPARITY_PASS3(sincosf) KPARITY_PASS3(sincospi) KPARITY_PASS3(sincospif)
KPARITY_PASS3(norm3d) KPARITY_PASS3(norm3df) KPARITY_PASS3(rnorm3d) KPARITY_PASS3(rnorm3df)
KPARITY_PASS4(norm4d) KPARITY_PASS4(norm4df) KPARITY_PASS4(rnorm4d) KPARITY_PASS4(rnorm4df)
#undef KPARITY_PASS1
#undef KPARITY_PASS2
#undef KPARITY_PASS3
#undef KPARITY_PASS4
#undef KPARITY_NUMBERS1
#undef KPARITY_NUMBERS2
#undef KPARITY_NUMBERS3

namespace kparity_device {

static inline float min(float x, float y) { return ::fminf(x, y); }
static inline float max(float x, float y) { return ::fmaxf(x, y); }
static inline double min(double x, double y) { return ::fmin(x, y); }
static inline double max(double x, double y) { return ::fmax(x, y); }
static inline double min(float x, double y) { return ::fmin(static_cast<double>(x), y); }
static inline double max(float x, double y) { return ::fmax(static_cast<double>(x), y); }
static inline double min(double x, float y) { return ::fmin(x, static_cast<double>(y)); }
static inline double max(double x, float y) { return ::fmax(x, static_cast<double>(y)); }

static inline float kparity_saturate(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }  // NaN becomes 0
static inline float kparity_exp10f(float x) { return static_cast<float>(::pow(10.0, static_cast<double>(x))); }
static inline void kparity_sincosf(float x, float* s, float* c) { *s = ::sinf(x), *c = ::cosf(x); }
static inline float kparity_divide(float x, float y) { return x / y; }

}  // namespace kparity_device

// glibc declares some of these names, with other meanings.
#define __sinf ::sinf
#define __cosf ::cosf
#define __tanf ::tanf
#define __tanhf ::tanhf
#define __expf ::expf
#define __logf ::logf
#define __log2f ::log2f
#define __log10f ::log10f
#define __powf ::powf
#define __exp10f ::kparity_device::kparity_exp10f
#define __sincosf ::kparity_device::kparity_sincosf
#define __fdividef ::kparity_device::kparity_divide
#define fdividef ::kparity_device::kparity_divide
#define __saturatef ::kparity_device::kparity_saturate
