// half and half2 with their arithmetic, comparisons, conversions and functions.
#pragma once

#include <kparity/small_float.h>

KPARITY_SMALL_TYPES(__half, __half2, 5, 10)
KPARITY_SMALL_CONVERSIONS(__half, __half2, half)
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
static inline float __low2float(__half2 v) { return static_cast<float>(v.x); }
static inline float __high2float(__half2 v) { return static_cast<float>(v.y); }
static inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
static inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
static inline __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }
static inline __half2 make_half2(__half x, __half y) { return {x, y}; }
