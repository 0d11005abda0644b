// What NVRTC declares by itself, for reading the declarations of a `.cu` without a toolkit: clang's own CUDA headers do
// not fit current toolkits. Function bodies are skipped, so only what may stand in a parameter list or at file scope is
// here.
#pragma once

#include <string_view>

namespace kparity::parity::signature {

inline constexpr std::string_view cuda_prelude = R"(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(...)
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))

typedef decltype(sizeof(0)) size_t;
typedef decltype((char*)0 - (char*)0) ptrdiff_t;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
namespace std {
using ::size_t; using ::ptrdiff_t; using ::intptr_t; using ::uintptr_t;
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t;
}

struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; };
extern __device__ const uint3 threadIdx, blockIdx;
extern __device__ const dim3 blockDim, gridDim;
__device__ const int warpSize = 32;
struct char2 { signed char x, y; }; struct char4 { signed char x, y, z, w; };
struct uchar2 { unsigned char x, y; }; struct uchar4 { unsigned char x, y, z, w; };
struct short2 { short x, y; }; struct short4 { short x, y, z, w; };
struct int2 { int x, y; }; struct int3 { int x, y, z; }; struct int4 { int x, y, z, w; };
struct uint2 { unsigned x, y; }; struct uint4 { unsigned x, y, z, w; };
struct longlong2 { long long x, y; }; struct ulonglong2 { unsigned long long x, y; };
struct float2 { float x, y; }; struct float3 { float x, y, z; }; struct float4 { float x, y, z, w; };
struct double2 { double x, y; }; struct double3 { double x, y, z; }; struct double4 { double x, y, z, w; };
)";

}  // namespace kparity::parity::signature
