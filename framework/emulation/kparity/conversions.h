// Type conversions and directed rounding (CUDA Math API, "Type Casting", "Single Precision" and "Double Precision
// Intrinsics"). Directed rounding goes through the processor's rounding mode.
#pragma once

#include <fenv.h>

template <class To, class From>
static inline To kparity_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "bits are kept");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
static inline int __float_as_int(float x) { return kparity_bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return kparity_bits<unsigned>(x); }
static inline float __int_as_float(int x) { return kparity_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return kparity_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return kparity_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return kparity_bits<double>(x); }
static inline int __double2hiint(double x) { return static_cast<int>(kparity_bits<unsigned long long>(x) >> 32); }
static inline int __double2loint(double x) { return static_cast<int>(kparity_bits<unsigned long long>(x)); }
static inline double __hiloint2double(int high, int low) {
  return kparity_bits<double>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low));
}

/// While it lives, the processor rounds in another direction. `kparity_opaque` keeps the compiler from computing or
/// moving what is in between.
struct KparityRounding {
  explicit KparityRounding(int direction) : before(fegetround()) { fesetround(direction); }
  ~KparityRounding() { fesetround(before); }
  int before;
};
template <class T>
static inline T kparity_opaque(T value) {
  __asm__ volatile("" : "+m"(value)::"memory");
  return value;
}
#define KPARITY_ROUNDED(name, R, parameters, direction, expression) \
  static inline R name parameters {                                 \
    KparityRounding rounding(direction);                            \
    return kparity_opaque(static_cast<R>(expression));              \
  }
#define KPARITY_DIRECTIONS(name, R, parameters, expression)                    \
  static inline R name##_rn parameters { return static_cast<R>(expression); }  \
  KPARITY_ROUNDED(name##_rd, R, parameters, FE_DOWNWARD, expression)           \
  KPARITY_ROUNDED(name##_ru, R, parameters, FE_UPWARD, expression)             \
  KPARITY_ROUNDED(name##_rz, R, parameters, FE_TOWARDZERO, expression)
#define KPARITY_O(x) kparity_opaque(x)
KPARITY_DIRECTIONS(__fadd, float, (float x, float y), KPARITY_O(x) + KPARITY_O(y))
KPARITY_DIRECTIONS(__fsub, float, (float x, float y), KPARITY_O(x) - KPARITY_O(y))
KPARITY_DIRECTIONS(__fmul, float, (float x, float y), KPARITY_O(x) * KPARITY_O(y))
KPARITY_DIRECTIONS(__fdiv, float, (float x, float y), KPARITY_O(x) / KPARITY_O(y))
KPARITY_DIRECTIONS(__frcp, float, (float x), 1.0f / KPARITY_O(x))
KPARITY_DIRECTIONS(__fsqrt, float, (float x), ::sqrtf(KPARITY_O(x)))
KPARITY_DIRECTIONS(__fmaf, float, (float x, float y, float z), ::fmaf(KPARITY_O(x), KPARITY_O(y), KPARITY_O(z)))
KPARITY_DIRECTIONS(__fmaf_ieee, float, (float x, float y, float z), ::fmaf(KPARITY_O(x), KPARITY_O(y), KPARITY_O(z)))
KPARITY_DIRECTIONS(__dadd, double, (double x, double y), KPARITY_O(x) + KPARITY_O(y))
KPARITY_DIRECTIONS(__dsub, double, (double x, double y), KPARITY_O(x) - KPARITY_O(y))
KPARITY_DIRECTIONS(__dmul, double, (double x, double y), KPARITY_O(x) * KPARITY_O(y))
KPARITY_DIRECTIONS(__ddiv, double, (double x, double y), KPARITY_O(x) / KPARITY_O(y))
KPARITY_DIRECTIONS(__drcp, double, (double x), 1.0 / KPARITY_O(x))
KPARITY_DIRECTIONS(__dsqrt, double, (double x), ::sqrt(KPARITY_O(x)))
KPARITY_DIRECTIONS(__fma, double, (double x, double y, double z), ::fma(KPARITY_O(x), KPARITY_O(y), KPARITY_O(z)))
KPARITY_DIRECTIONS(__double2float, float, (double x), KPARITY_O(x))
KPARITY_DIRECTIONS(__int2float, float, (int x), KPARITY_O(x))
KPARITY_DIRECTIONS(__uint2float, float, (unsigned x), KPARITY_O(x))
KPARITY_DIRECTIONS(__ll2float, float, (long long x), KPARITY_O(x))
KPARITY_DIRECTIONS(__ull2float, float, (unsigned long long x), KPARITY_O(x))
KPARITY_DIRECTIONS(__ll2double, double, (long long x), KPARITY_O(x))
KPARITY_DIRECTIONS(__ull2double, double, (unsigned long long x), KPARITY_O(x))
#undef KPARITY_O
#undef KPARITY_DIRECTIONS
#define KPARITY_PAIRS(direction)                                                        \
  static inline float2 __fadd2_##direction(float2 a, float2 b) {                        \
    return {__fadd_##direction(a.x, b.x), __fadd_##direction(a.y, b.y)};                \
  }                                                                                     \
  static inline float2 __fmul2_##direction(float2 a, float2 b) {                        \
    return {__fmul_##direction(a.x, b.x), __fmul_##direction(a.y, b.y)};                \
  }                                                                                     \
  static inline float2 __ffma2_##direction(float2 a, float2 b, float2 c) {              \
    return {__fmaf_##direction(a.x, b.x, c.x), __fmaf_##direction(a.y, b.y, c.y)};      \
  }
KPARITY_PAIRS(rn)
KPARITY_PAIRS(rd)
KPARITY_PAIRS(ru)
KPARITY_PAIRS(rz)
#undef KPARITY_PAIRS
#undef KPARITY_ROUNDED
static inline double __int2double_rn(int x) { return x; }
static inline double __uint2double_rn(unsigned x) { return x; }
static inline float __frsqrt_rn(float x) { return static_cast<float>(1.0 / ::sqrt(static_cast<double>(x))); }

// Out of range the device saturates, and NaN becomes 0 (of 32 bits) or the lowest value (of 64 bits).
template <class To, class From>
static inline To kparity_saturated(From x, To low, To high, double below, double above, To of_nan) {
  if (x != x) return of_nan;
  if (static_cast<double>(x) <= below) return low;
  if (static_cast<double>(x) >= above) return high;
  return static_cast<To>(x);
}
#define KPARITY_TO_INTEGER(name, From, To, low, high, below, above, of_nan)                                    \
  static inline To name##_rz(From x) { return kparity_saturated<To>(::trunc(x), low, high, below, above, of_nan); } \
  static inline To name##_rn(From x) { return kparity_saturated<To>(::nearbyint(x), low, high, below, above, of_nan); } \
  static inline To name##_ru(From x) { return kparity_saturated<To>(::ceil(x), low, high, below, above, of_nan); } \
  static inline To name##_rd(From x) { return kparity_saturated<To>(::floor(x), low, high, below, above, of_nan); }
#define KPARITY_TO_INTEGERS(prefix, From)                                                                      \
  KPARITY_TO_INTEGER(prefix##int, From, int, INT_MIN, INT_MAX, -2147483648.0, 2147483647.0, 0)                 \
  KPARITY_TO_INTEGER(prefix##uint, From, unsigned, 0u, UINT_MAX, 0.0, 4294967295.0, 0u)                        \
  KPARITY_TO_INTEGER(prefix##ll, From, long long, LLONG_MIN, LLONG_MAX, -9223372036854775808.0,                \
                     9223372036854775808.0, LLONG_MIN)                                                         \
  KPARITY_TO_INTEGER(prefix##ull, From, unsigned long long, 0ull, ULLONG_MAX, 0.0, 18446744073709551616.0,     \
                     0x8000000000000000ull)
KPARITY_TO_INTEGERS(__float2, float)
KPARITY_TO_INTEGERS(__double2, double)
#undef KPARITY_TO_INTEGERS
#undef KPARITY_TO_INTEGER
