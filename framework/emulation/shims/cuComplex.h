// Complex numbers of the CUDA toolkit: structures of two, and functions on them.
#pragma once

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

static inline cuFloatComplex make_cuFloatComplex(float re, float im) { return {re, im}; }
static inline cuDoubleComplex make_cuDoubleComplex(double re, double im) { return {re, im}; }
static inline cuComplex make_cuComplex(float re, float im) { return {re, im}; }

// f: the suffix of the functions for float, empty for double.
#define KPARITY_COMPLEX_FUNCTIONS(C, T, f)                                                    \
  static inline T cuCreal##f(C z) { return z.x; }                                                        \
  static inline T cuCimag##f(C z) { return z.y; }                                                        \
  static inline C cuConj##f(C z) { return {z.x, -z.y}; }                                                 \
  static inline C cuCadd##f(C a, C b) { return {a.x + b.x, a.y + b.y}; }                                 \
  static inline C cuCsub##f(C a, C b) { return {a.x - b.x, a.y - b.y}; }                                 \
  static inline C cuCmul##f(C a, C b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }         \
  /* Scaled by |re| + |im| of the divisor, against overflow. */                                          \
  static inline C cuCdiv##f(C a, C b) {                                                                  \
    const T scale = static_cast<T>(1) / (abs(b.x) + abs(b.y));                                           \
    const T ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;                      \
    const T over = static_cast<T>(1) / (bx * bx + by * by);                                              \
    return {(ax * bx + ay * by) * over, (ay * bx - ax * by) * over};                                     \
  }                                                                                                      \
  static inline T cuCabs##f(C z) { return static_cast<T>(::hypot(static_cast<double>(z.x), static_cast<double>(z.y))); } \
  static inline C cuCfma##f(C a, C b, C c) {                                                             \
    return {a.x * b.x + c.x - a.y * b.y, a.y * b.x + c.y + a.x * b.y};                                   \
  }
KPARITY_COMPLEX_FUNCTIONS(cuFloatComplex, float, f)
KPARITY_COMPLEX_FUNCTIONS(cuDoubleComplex, double, )
#undef KPARITY_COMPLEX_FUNCTIONS
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return {z.x, z.y}; }
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return {static_cast<float>(z.x), static_cast<float>(z.y)};
}
