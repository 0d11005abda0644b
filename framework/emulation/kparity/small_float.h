// Floating-point numbers of 16 bits: conversion with one rounding, and the operations that half and bfloat16 share.
// Arithmetic goes through float, which has more than twice the digits and two, so each result is rounded once; fma goes
// through double.
#pragma once

/// The nearest number with E exponent and M mantissa bits; mode: 0 to nearest even, 1 to zero, 2 down, 3 up.
template <int E, int M>
static inline unsigned short kparity_small_bits(double x, int mode = 0) {
  constexpr int bias = (1 << (E - 1)) - 1;
  constexpr unsigned infinity = ((1u << E) - 1) << M;
  if (x != x) return 0x7fff;
  const bool negative = __builtin_signbit(x) != 0;
  const unsigned sign = negative ? 0x8000u : 0u;
  const double magnitude = __builtin_fabs(x);
  if (__builtin_isinf(magnitude)) return static_cast<unsigned short>(sign | infinity);
  int exponent = 0;
  ::frexp(magnitude, &exponent);
  exponent = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
  const double units = ::ldexp(magnitude, M - exponent);  // exact: in units of the last place
  double whole = ::floor(units);
  const double rest = units - whole;
  const bool odd = ::fmod(whole, 2.0) != 0.0;
  const bool up = mode == 0 ? rest > 0.5 || (rest == 0.5 && odd) : mode == 2 ? negative && rest > 0.0 : mode == 3 && !negative && rest > 0.0;
  if (up) whole += 1.0;
  unsigned bits = static_cast<unsigned>(whole);
  if (bits >= 1u << M) bits += static_cast<unsigned>(exponent + bias - 1) << M;  // a carry runs into the exponent
  if (bits >= infinity) {
    const bool stays_finite = mode == 1 || (mode == 2 && !negative) || (mode == 3 && negative);
    bits = stays_finite ? infinity - 1 : infinity;
  }
  return static_cast<unsigned short>(sign | bits);
}

template <int E, int M>
static inline float kparity_small_value(unsigned short bits) {
  constexpr int bias = (1 << (E - 1)) - 1;
  const unsigned sign = (bits & 0x8000u) << 16, mantissa = bits & ((1u << M) - 1);
  const unsigned exponent = bits >> M & ((1u << E) - 1);
  if (exponent == 0) {
    const float value = ::ldexpf(static_cast<float>(mantissa), 1 - bias - M);
    return sign != 0 ? -value : value;
  }
  const unsigned wide = exponent == (1u << E) - 1 ? 0xffu : exponent + 127u - bias;
  return kparity_bits<float>(sign | wide << 23 | mantissa << (23 - M));
}

/// Of a whole number that may have more digits than a double: the lost ones leave a last digit that is odd, so that the
/// rounding to 16 bits is the only one.
template <class T>
static inline double kparity_whole(T x) {
  if constexpr (sizeof(T) < 8) return static_cast<double>(x);
  unsigned long long magnitude = x < 0 ? 0ull - static_cast<unsigned long long>(x) : static_cast<unsigned long long>(x);
  int shift = 0;
  for (; magnitude >> 53 != 0; ++shift) magnitude = magnitude >> 1 | (magnitude & 1);
  const double value = ::ldexp(static_cast<double>(magnitude), shift);
  return x < 0 ? -value : value;
}

/// Limited to the range of T, which is narrower than that of int.
template <class T>
static inline T kparity_limited(int x) {
  constexpr int most = T(-1) < T(0) ? (1 << (8 * sizeof(T) - 1)) - 1 : (1 << 8 * sizeof(T)) - 1;
  constexpr int least = T(-1) < T(0) ? -most - 1 : 0;
  return static_cast<T>(x < least ? least : x > most ? most : x);
}

// S is the scalar type, P the pair; f and F turn a float or a double into S, `v` an S into a float.
#define KPARITY_SMALL_OPERATORS(S, P)                                                                             \
  static inline S operator+(S a, S b) { return S(static_cast<float>(a) + static_cast<float>(b)); }                \
  static inline S operator-(S a, S b) { return S(static_cast<float>(a) - static_cast<float>(b)); }                \
  static inline S operator*(S a, S b) { return S(static_cast<float>(a) * static_cast<float>(b)); }                \
  static inline S operator/(S a, S b) { return S(static_cast<float>(a) / static_cast<float>(b)); }                \
  static inline S operator+(S a) { return a; }                                                                    \
  static inline S operator-(S a) { return S::of_bits(static_cast<unsigned short>(a.bits() ^ 0x8000u)); }          \
  static inline S& operator+=(S& a, S b) { return a = a + b; }                                                    \
  static inline S& operator-=(S& a, S b) { return a = a - b; }                                                    \
  static inline S& operator*=(S& a, S b) { return a = a * b; }                                                    \
  static inline S& operator/=(S& a, S b) { return a = a / b; }                                                    \
  static inline S& operator++(S& a) { return a = a + S(1.0f); }                                                   \
  static inline S& operator--(S& a) { return a = a - S(1.0f); }                                                   \
  static inline bool operator==(S a, S b) { return static_cast<float>(a) == static_cast<float>(b); }              \
  static inline bool operator!=(S a, S b) { return static_cast<float>(a) != static_cast<float>(b); }              \
  static inline bool operator<(S a, S b) { return static_cast<float>(a) < static_cast<float>(b); }                \
  static inline bool operator>(S a, S b) { return static_cast<float>(a) > static_cast<float>(b); }                \
  static inline bool operator<=(S a, S b) { return static_cast<float>(a) <= static_cast<float>(b); }              \
  static inline bool operator>=(S a, S b) { return static_cast<float>(a) >= static_cast<float>(b); }              \
  static inline P operator+(P a, P b) { return {a.x + b.x, a.y + b.y}; }                                          \
  static inline P operator-(P a, P b) { return {a.x - b.x, a.y - b.y}; }                                          \
  static inline P operator*(P a, P b) { return {a.x * b.x, a.y * b.y}; }                                          \
  static inline P operator/(P a, P b) { return {a.x / b.x, a.y / b.y}; }                                          \
  static inline P operator-(P a) { return {-a.x, -a.y}; }                                                         \
  static inline P& operator+=(P& a, P b) { return a = a + b; }                                                    \
  static inline P& operator-=(P& a, P b) { return a = a - b; }                                                    \
  static inline P& operator*=(P& a, P b) { return a = a * b; }                                                    \
  static inline P& operator/=(P& a, P b) { return a = a / b; }                                                    \
  static inline bool operator==(P a, P b) { return a.x == b.x && a.y == b.y; }                                    \
  static inline bool operator!=(P a, P b) { return !(a == b); }

#define KPARITY_SMALL_BINARY(S, P, name, pair, expression)                                          \
  static inline S name(S a, S b) { return expression; }                                             \
  static inline P pair(P a, P b) { return {name(a.x, b.x), name(a.y, b.y)}; }
#define KPARITY_SMALL_COMPARE(S, P, name, op)                                                       \
  static inline bool name(S a, S b) { return a op b; }                                              \
  static inline bool name##u(S a, S b) { return a op b || a != a || b != b; }                       \
  static inline P name##2(P a, P b) { return {S(a.x op b.x ? 1.0f : 0.0f), S(a.y op b.y ? 1.0f : 0.0f)}; } \
  static inline P name##u2(P a, P b) {                                                              \
    return {S(name##u(a.x, b.x) ? 1.0f : 0.0f), S(name##u(a.y, b.y) ? 1.0f : 0.0f)};                \
  }                                                                                                 \
  static inline unsigned name##2_mask(P a, P b) {                                                   \
    return (name(a.x, b.x) ? 0xffffu : 0u) | (name(a.y, b.y) ? 0xffff0000u : 0u);                   \
  }                                                                                                 \
  static inline unsigned name##u2_mask(P a, P b) {                                                  \
    return (name##u(a.x, b.x) ? 0xffffu : 0u) | (name##u(a.y, b.y) ? 0xffff0000u : 0u);             \
  }
#define KPARITY_SMALL_UNARY(S, P, name, call)                                                       \
  static inline S h##name(S a) { const double x = static_cast<float>(a); return S::of_double(call); } \
  static inline P h2##name(P a) { return {h##name(a.x), h##name(a.y)}; }

#define KPARITY_SMALL_FUNCTIONS(S, P)                                                               \
  KPARITY_SMALL_BINARY(S, P, __hadd, __hadd2, a + b)                                                         \
  KPARITY_SMALL_BINARY(S, P, __hsub, __hsub2, a - b)                                                         \
  KPARITY_SMALL_BINARY(S, P, __hmul, __hmul2, a * b)                                                         \
  KPARITY_SMALL_BINARY(S, P, __hadd_rn, __hadd2_rn, a + b)                                                      \
  KPARITY_SMALL_BINARY(S, P, __hsub_rn, __hsub2_rn, a - b)                                                      \
  KPARITY_SMALL_BINARY(S, P, __hmul_rn, __hmul2_rn, a * b)                                                      \
  KPARITY_SMALL_BINARY(S, P, __hadd_sat, __hadd2_sat, S(kparity_device::kparity_saturate(static_cast<float>(a + b)))) \
  KPARITY_SMALL_BINARY(S, P, __hmul_sat, __hmul2_sat, S(kparity_device::kparity_saturate(static_cast<float>(a * b)))) \
  KPARITY_SMALL_BINARY(S, P, __hsub_sat, __hsub2_sat, S(kparity_device::kparity_saturate(static_cast<float>(a - b)))) \
  KPARITY_SMALL_BINARY(S, P, __hmax, __hmax2, a != a ? b : b != b ? a : a > b || (a == b && a.bits() < 0x8000) ? a : b) \
  KPARITY_SMALL_BINARY(S, P, __hmin, __hmin2, a != a ? b : b != b ? a : a < b || (a == b && a.bits() >= 0x8000) ? a : b) \
  KPARITY_SMALL_BINARY(S, P, __hmax_nan, __hmax2_nan, a != a || b != b ? S::of_bits(0x7fff) : __hmax(a, b))  \
  KPARITY_SMALL_BINARY(S, P, __hmin_nan, __hmin2_nan, a != a || b != b ? S::of_bits(0x7fff) : __hmin(a, b))  \
  static inline S __hdiv(S a, S b) { return a / b; }                                                \
  static inline P __h2div(P a, P b) { return a / b; }                                               \
  static inline S __hfma(S a, S b, S c) {                                                           \
    return S::of_double(::fma(static_cast<double>(static_cast<float>(a)), static_cast<double>(static_cast<float>(b)), \
                              static_cast<double>(static_cast<float>(c))));                         \
  }                                                                                                 \
  static inline P __hfma2(P a, P b, P c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; } \
  static inline S __hfma_sat(S a, S b, S c) {                                                       \
    return S(kparity_device::kparity_saturate(static_cast<float>(__hfma(a, b, c))));                \
  }                                                                                                 \
  static inline P __hfma2_sat(P a, P b, P c) { return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)}; } \
  static inline S __hfma_relu(S a, S b, S c) {                                                      \
    const S sum = __hfma(a, b, c);                                                                  \
    return sum != sum ? S::of_bits(0x7fff) : sum > S(0.0f) ? sum : S(0.0f);                         \
  }                                                                                                 \
  static inline P __hfma2_relu(P a, P b, P c) { return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)}; } \
  static inline P __hcmadd(P a, P b, P c) {                                                         \
    return {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};     \
  }                                                                                                 \
  static inline S __hneg(S a) { return -a; }                                                        \
  static inline P __hneg2(P a) { return -a; }                                                       \
  static inline S __habs(S a) { return S::of_bits(a.bits() & 0x7fff); }                             \
  static inline P __habs2(P a) { return {__habs(a.x), __habs(a.y)}; }                               \
  KPARITY_SMALL_COMPARE(S, P, __heq, ==)                                                            \
  KPARITY_SMALL_COMPARE(S, P, __hne, !=)                                                            \
  KPARITY_SMALL_COMPARE(S, P, __hlt, <)                                                             \
  KPARITY_SMALL_COMPARE(S, P, __hgt, >)                                                             \
  KPARITY_SMALL_COMPARE(S, P, __hle, <=)                                                            \
  KPARITY_SMALL_COMPARE(S, P, __hge, >=)                                                            \
  static inline bool __hbeq2(P a, P b) { return a.x == b.x && a.y == b.y; }                         \
  static inline bool __hbne2(P a, P b) { return a.x != b.x && a.y != b.y; }                         \
  static inline bool __hblt2(P a, P b) { return a.x < b.x && a.y < b.y; }                           \
  static inline bool __hbgt2(P a, P b) { return a.x > b.x && a.y > b.y; }                           \
  static inline bool __hble2(P a, P b) { return a.x <= b.x && a.y <= b.y; }                         \
  static inline bool __hbge2(P a, P b) { return a.x >= b.x && a.y >= b.y; }                         \
  static inline bool __hbequ2(P a, P b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); }            \
  static inline bool __hbneu2(P a, P b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }            \
  static inline bool __hbltu2(P a, P b) { return __hltu(a.x, b.x) && __hltu(a.y, b.y); }            \
  static inline bool __hbgtu2(P a, P b) { return __hgtu(a.x, b.x) && __hgtu(a.y, b.y); }            \
  static inline bool __hbleu2(P a, P b) { return __hleu(a.x, b.x) && __hleu(a.y, b.y); }            \
  static inline bool __hbgeu2(P a, P b) { return __hgeu(a.x, b.x) && __hgeu(a.y, b.y); }            \
  static inline P __hisnan2(P a) { return {S(a.x != a.x ? 1.0f : 0.0f), S(a.y != a.y ? 1.0f : 0.0f)}; } \
  static inline bool __hisnan(S a) { return a != a; }                                               \
  static inline int __hisinf(S a) {                                                                 \
    return __builtin_isinf(static_cast<float>(a)) ? (__builtin_signbit(static_cast<float>(a)) ? -1 : 1) : 0; \
  }                                                                                                 \
  KPARITY_SMALL_UNARY(S, P, sqrt, ::sqrt(x))                                                        \
  KPARITY_SMALL_UNARY(S, P, rsqrt, 1.0 / ::sqrt(x))                                                 \
  KPARITY_SMALL_UNARY(S, P, rcp, 1.0 / x)                                                           \
  KPARITY_SMALL_UNARY(S, P, exp, ::exp(x))                                                          \
  KPARITY_SMALL_UNARY(S, P, exp2, ::exp2(x))                                                        \
  KPARITY_SMALL_UNARY(S, P, exp10, ::pow(10.0, x))                                                  \
  KPARITY_SMALL_UNARY(S, P, log, ::log(x))                                                          \
  KPARITY_SMALL_UNARY(S, P, log2, ::log2(x))                                                        \
  KPARITY_SMALL_UNARY(S, P, log10, ::log10(x))                                                      \
  KPARITY_SMALL_UNARY(S, P, sin, ::sin(x))                                                          \
  KPARITY_SMALL_UNARY(S, P, cos, ::cos(x))                                                          \
  KPARITY_SMALL_UNARY(S, P, tanh_approx, ::tanh(x))                                                 \
  KPARITY_SMALL_UNARY(S, P, tanh, ::tanh(x))                                                        \
  KPARITY_SMALL_UNARY(S, P, floor, ::floor(x))                                                      \
  KPARITY_SMALL_UNARY(S, P, ceil, ::ceil(x))                                                        \
  KPARITY_SMALL_UNARY(S, P, trunc, ::trunc(x))                                                      \
  KPARITY_SMALL_UNARY(S, P, rint, ::nearbyint(x))

/// A scalar of 16 bits with the conversions the device's types have.
#define KPARITY_SMALL_TYPES(S, P, E, M)                                                             \
  struct __attribute__((aligned(2))) S {                                                            \
    S() = default;                                                                                  \
    S(float x) : bits_(kparity_small_bits<E, M>(static_cast<double>(x))) {}                         \
    S(double x) : bits_(kparity_small_bits<E, M>(x)) {}                                             \
    S(int x) : bits_(kparity_small_bits<E, M>(static_cast<double>(x))) {}                           \
    S(unsigned x) : bits_(kparity_small_bits<E, M>(static_cast<double>(x))) {}                      \
    S(short x) : bits_(kparity_small_bits<E, M>(static_cast<double>(x))) {}                         \
    S(unsigned short x) : bits_(kparity_small_bits<E, M>(static_cast<double>(x))) {}                \
    S(long long x) : bits_(kparity_small_bits<E, M>(kparity_whole(x))) {}                           \
    S(unsigned long long x) : bits_(kparity_small_bits<E, M>(kparity_whole(x))) {}                  \
    operator float() const { return kparity_small_value<E, M>(bits_); }                             \
    static S of_bits(unsigned short bits) { S s; s.bits_ = bits; return s; }                        \
    static S of_double(double x, int mode = 0) { return of_bits(kparity_small_bits<E, M>(x, mode)); } \
    unsigned short bits() const { return bits_; }                                                   \
                                                                                                    \
   private:                                                                                         \
    unsigned short bits_;                                                                           \
  };                                                                                                \
  struct __attribute__((aligned(4))) P {                                                            \
    S x, y;                                                                                         \
    P() = default;                                                                                  \
    P(S first, S second) : x(first), y(second) {}                                                   \
  };                                                                                                \
  KPARITY_SMALL_OPERATORS(S, P)                                                                     \
  KPARITY_SMALL_FUNCTIONS(S, P)

/// Between S and a type of whole numbers, in both directions and four roundings; `wide` is the type of the conversion
/// from float, which `limit` narrows.
#define KPARITY_SMALL_INTEGER(S, n, T, name, wide, limit)                                           \
  KPARITY_SMALL_ROUNDED(S, n, T, name, wide, limit, rn, 0)                                          \
  KPARITY_SMALL_ROUNDED(S, n, T, name, wide, limit, rz, 1)                                          \
  KPARITY_SMALL_ROUNDED(S, n, T, name, wide, limit, rd, 2)                                          \
  KPARITY_SMALL_ROUNDED(S, n, T, name, wide, limit, ru, 3)
#define KPARITY_SMALL_ROUNDED(S, n, T, name, wide, limit, rounding, mode)                           \
  static inline S __##name##2##n##_##rounding(T x) { return S::of_double(kparity_whole(x), mode); } \
  static inline T __##n##2##name##_##rounding(S x) {                                                \
    return limit(__float2##wide##_##rounding(static_cast<float>(x)));                               \
  }

/// Conversions whose names differ: `half` in __float2half, `bfloat16` in __float2bfloat16.
#define KPARITY_SMALL_CONVERSIONS(S, P, n)                                                          \
  static inline S __float2##n(float x) { return S(x); }                                             \
  static inline S __float2##n##_rn(float x) { return S(x); }                                        \
  static inline S __float2##n##_rz(float x) { return S::of_double(static_cast<double>(x), 1); }     \
  static inline S __float2##n##_rd(float x) { return S::of_double(static_cast<double>(x), 2); }     \
  static inline S __float2##n##_ru(float x) { return S::of_double(static_cast<double>(x), 3); }     \
  static inline S __double2##n(double x) { return S(x); }                                           \
  static inline float __##n##2float(S x) { return static_cast<float>(x); }                          \
  static inline P __float2##n##2_rn(float x) { return {S(x), S(x)}; }                               \
  static inline P __floats2##n##2_rn(float x, float y) { return {S(x), S(y)}; }                     \
  static inline P __float22##n##2_rn(float2 v) { return {S(v.x), S(v.y)}; }                         \
  static inline float2 __##n##22float2(P v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; } \
  static inline P __##n##2##n##2(S x) { return {x, x}; }                                            \
  static inline P __halves2##n##2(S x, S y) { return {x, y}; }                                      \
  static inline S __low2##n(P v) { return v.x; }                                                    \
  static inline S __high2##n(P v) { return v.y; }                                                   \
  static inline P __low2##n##2(P v) { return {v.x, v.x}; }                                          \
  static inline P __high2##n##2(P v) { return {v.y, v.y}; }                                         \
  KPARITY_SMALL_INTEGER(S, n, int, int, int, )                                                      \
  KPARITY_SMALL_INTEGER(S, n, unsigned, uint, uint, )                                               \
  KPARITY_SMALL_INTEGER(S, n, long long, ll, ll, )                                                  \
  KPARITY_SMALL_INTEGER(S, n, unsigned long long, ull, ull, )                                       \
  KPARITY_SMALL_INTEGER(S, n, short, short, int, kparity_limited<short>)                            \
  KPARITY_SMALL_INTEGER(S, n, unsigned short, ushort, int, kparity_limited<unsigned short>)         \
  static inline signed char __##n##2char_rz(S x) {                                                  \
    return kparity_limited<signed char>(__float2int_rz(static_cast<float>(x)));                     \
  }                                                                                                 \
  static inline unsigned char __##n##2uchar_rz(S x) {                                               \
    return kparity_limited<unsigned char>(__float2int_rz(static_cast<float>(x)));                   \
  }                                                                                                 \
  static inline unsigned short __##n##_as_ushort(S x) { return x.bits(); }                          \
  static inline short __##n##_as_short(S x) { return static_cast<short>(x.bits()); }                \
  static inline S __ushort_as_##n(unsigned short x) { return S::of_bits(x); }                       \
  static inline S __short_as_##n(short x) { return S::of_bits(static_cast<unsigned short>(x)); }
