// bfloat16 and its pair with their arithmetic, comparisons, conversions and functions.
#pragma once

#include <kparity/small_float.h>

KPARITY_SMALL_TYPES(__nv_bfloat16, __nv_bfloat162, 8, 7)
KPARITY_SMALL_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
static inline float __low2float(__nv_bfloat162 v) { return static_cast<float>(v.x); }
static inline float __high2float(__nv_bfloat162 v) { return static_cast<float>(v.y); }
static inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
static inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }
static inline __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v) { return {v.y, v.x}; }
static inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
