// Included in front of every translated kernel: CUDA's language and functions as ordinary C++. Only headers of the C
// library are used, because a kernel has to compile in a fraction of a second. What the C library declares under the
// same name is overloaded in a namespace of our own, so that a later <cmath> meets no declaration it does not know.
#pragma once

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>  // declares clock(), which is a macro below

#include "engine.h"

// What must stay visible to the translator has no macro: __shared__, __launch_bounds__, __noinline__.
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __maxnreg__(...)
#define __forceinline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __nv_pure__ __attribute__((pure))

namespace kparity_device {}
using namespace kparity_device;

#include "vector_types.h"

#if defined(KPARITY_CHECKED)
/// Not looked at by a checker.
#define KPARITY_UNCHECKED __attribute__((no_sanitize("thread"), noinline))
#else
#define KPARITY_UNCHECKED inline
#endif

// The built-in variables, in one object, and what leads to the scheduler.
struct KparityBuiltins {
  uint3 thread, block;
  dim3 block_size, grid_size;
  int warp_size;
};
static_assert(sizeof(KparityBuiltins) == sizeof(KparityContext), "the scheduler writes them");

#if defined(KPARITY_CHECKED)
// While a thread runs nobody writes them. To the compiler they are constants that it cannot see, so that it neither reads
// them again and again nor tells the checker when it does.
extern "C" {
extern const KparityContext kparity_context __attribute__((visibility("hidden")));
extern const KparityEngine kparity_engine __attribute__((visibility("hidden")));
}
asm(".pushsection .bss.kparity,\"aw\",@nobits\n"
    ".balign 64\n"
    ".globl kparity_context\n.hidden kparity_context\nkparity_context: .zero 64\n"
    ".globl kparity_engine\n.hidden kparity_engine\nkparity_engine: .zero 128\n"
    ".popsection");
static_assert(sizeof(KparityContext) <= 64 && sizeof(KparityEngine) <= 128, "their room above");
#define kparity_builtins reinterpret_cast<const KparityBuiltins&>(kparity_context)
#define KPARITY_MODULE_CONTEXT const_cast<KparityContext*>(&kparity_context)
#else
static KparityBuiltins kparity_builtins;
static KparityEngine kparity_engine;
#define KPARITY_MODULE_CONTEXT reinterpret_cast<KparityContext*>(&kparity_builtins)
#endif
// For the table that the translator writes.
static KparityContext* const kparity_module_context = KPARITY_MODULE_CONTEXT;
static KparityEngine* const kparity_module_engine = const_cast<KparityEngine*>(&kparity_engine);
#undef KPARITY_MODULE_CONTEXT
static const uint3& threadIdx = kparity_builtins.thread;
static const uint3& blockIdx = kparity_builtins.block;
static const dim3& blockDim = kparity_builtins.block_size;
static const dim3& gridDim = kparity_builtins.grid_size;
static const int& warpSize = kparity_builtins.warp_size;

#include "site.h"
#include "ask.h"
#include "memory.h"
#include "integer_functions.h"
#include "conversions.h"
#include "math_functions.h"
#include "atomics.h"
#include "synchronisation.h"
#include "control.h"
#include "entry.h"

#define KPARITY_EMULATED 1
#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __CUDA_ARCH__ 800
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
