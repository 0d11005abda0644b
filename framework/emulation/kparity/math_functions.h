// The mathematical functions of the device (CUDA Math API, "Single Precision" and "Double Precision Mathematical
// Functions"). Fast intrinsics are as exact here as the ordinary functions; the device's are not.
#pragma once

#undef isnan
#undef isinf
#undef isfinite
#undef signbit

namespace kparity_device {

// As with the device compiler, a call with an integer is ambiguous.
#define KPARITY_1(name) \
  static inline float name(float x) { return ::name##f(x); }
KPARITY_1(sin) KPARITY_1(cos) KPARITY_1(tan) KPARITY_1(asin) KPARITY_1(acos) KPARITY_1(atan)
KPARITY_1(sinh) KPARITY_1(cosh) KPARITY_1(tanh) KPARITY_1(asinh) KPARITY_1(acosh) KPARITY_1(atanh)
KPARITY_1(exp) KPARITY_1(exp2) KPARITY_1(expm1) KPARITY_1(log) KPARITY_1(log2) KPARITY_1(log10) KPARITY_1(log1p)
KPARITY_1(logb) KPARITY_1(sqrt) KPARITY_1(cbrt) KPARITY_1(erf) KPARITY_1(erfc) KPARITY_1(tgamma) KPARITY_1(lgamma)
KPARITY_1(floor) KPARITY_1(ceil) KPARITY_1(trunc) KPARITY_1(round) KPARITY_1(rint) KPARITY_1(nearbyint)
KPARITY_1(fabs)
#undef KPARITY_1

#define KPARITY_2(name) \
  static inline float name(float x, float y) { return ::name##f(x, y); }
KPARITY_2(atan2) KPARITY_2(fmod) KPARITY_2(remainder) KPARITY_2(copysign) KPARITY_2(nextafter) KPARITY_2(fdim)
KPARITY_2(fmax) KPARITY_2(fmin) KPARITY_2(hypot) KPARITY_2(pow)
#undef KPARITY_2
static inline double pow(double x, int n) { return ::pow(x, static_cast<double>(n)); }
static inline float pow(float x, int n) { return ::powf(x, static_cast<float>(n)); }

static inline float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
static inline float ldexp(float x, int n) { return ::ldexpf(x, n); }
static inline float scalbn(float x, int n) { return ::scalbnf(x, n); }
static inline float scalbln(float x, long n) { return ::scalblnf(x, n); }
static inline float frexp(float x, int* n) { return ::frexpf(x, n); }
static inline float modf(float x, float* whole) { return ::modff(x, whole); }
static inline float remquo(float x, float y, int* q) { return ::remquof(x, y, q); }
static inline int ilogb(float x) { return ::ilogbf(x); }
static inline long lrint(float x) { return ::lrintf(x); }
static inline long long llrint(float x) { return ::llrintf(x); }
static inline long lround(float x) { return ::lroundf(x); }
static inline long long llround(float x) { return ::llroundf(x); }
static inline float abs(float x) { return ::fabsf(x); }
static inline double abs(double x) { return ::fabs(x); }

static inline float min(float x, float y) { return ::fminf(x, y); }
static inline float max(float x, float y) { return ::fmaxf(x, y); }
static inline double min(double x, double y) { return ::fmin(x, y); }
static inline double max(double x, double y) { return ::fmax(x, y); }
static inline double min(float x, double y) { return ::fmin(x, y); }
static inline double max(float x, double y) { return ::fmax(x, y); }
static inline double min(double x, float y) { return ::fmin(x, y); }
static inline double max(double x, float y) { return ::fmax(x, y); }

#define KPARITY_CLASS(name)                                                       \
  static inline bool name(float x) { return __builtin_##name(x); }                \
  static inline bool name(double x) { return __builtin_##name(x); }
KPARITY_CLASS(isnan)
KPARITY_CLASS(isfinite)
KPARITY_CLASS(signbit)
#undef KPARITY_CLASS
static inline bool isinf(float x) { return __builtin_isinf(x) != 0; }
static inline bool isinf(double x) { return __builtin_isinf(x) != 0; }

// Of glibc only under _GNU_SOURCE, and not for float.
static inline void sincos(float x, float* s, float* c) { *s = ::sinf(x), *c = ::cosf(x); }
#if !defined(_GNU_SOURCE)
static inline void sincos(double x, double* s, double* c) { *s = ::sin(x), *c = ::cos(x); }
static inline void sincosf(float x, float* s, float* c) { *s = ::sinf(x), *c = ::cosf(x); }
static inline double exp10(double x) { return ::pow(10.0, x); }
static inline float exp10f(float x) { return static_cast<float>(::pow(10.0, static_cast<double>(x))); }
#endif
static inline float exp10(float x) { return static_cast<float>(::pow(10.0, static_cast<double>(x))); }

// What C does not have: in double, each once more for float, which is computed in double and rounded once.
static inline double rsqrt(double x) { return 1.0 / ::sqrt(x); }
static inline double rcbrt(double x) { return 1.0 / ::cbrt(x); }
static inline double kparity_reduced(double x) { return x - 2.0 * ::floor(x / 2.0); }  // exact, in [0, 2)
static inline double sinpi(double x) {
  if (!isfinite(x)) return x - x;
  double r = kparity_reduced(::fabs(x));
  const double sign = (signbit(x) ? -1.0 : 1.0) * (r >= 1.0 ? -1.0 : 1.0);
  if (r >= 1.0) r -= 1.0;
  if (r > 0.5) r = 1.0 - r;
  return sign * (r > 0.25 ? ::cos(M_PI * (0.5 - r)) : ::sin(M_PI * r));
}
static inline double cospi(double x) {
  if (!isfinite(x)) return x - x;
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

#define KPARITY_F1(name)                                                                                    \
  static inline float name##f(float x) { return static_cast<float>(name(static_cast<double>(x))); }         \
  static inline float name(float x) { return name##f(x); }
KPARITY_F1(rsqrt) KPARITY_F1(rcbrt) KPARITY_F1(sinpi) KPARITY_F1(cospi) KPARITY_F1(normcdf) KPARITY_F1(normcdfinv)
KPARITY_F1(erfinv) KPARITY_F1(erfcinv) KPARITY_F1(erfcx) KPARITY_F1(cyl_bessel_i0) KPARITY_F1(cyl_bessel_i1)
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
