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

// The built-in variables. In one object, so that a checker can tell them from the user's memory.
struct KparityBuiltins {
  uint3 thread, block;
  dim3 block_size, grid_size;
  int warp_size;
};
static KparityBuiltins kparity_builtins;
static_assert(sizeof(KparityBuiltins) == sizeof(KparityContext), "the scheduler writes them");
static uint3& threadIdx = kparity_builtins.thread;
static uint3& blockIdx = kparity_builtins.block;
static dim3& blockDim = kparity_builtins.block_size;
static dim3& gridDim = kparity_builtins.grid_size;
static int& warpSize = kparity_builtins.warp_size;

static const KparityEngine* kparity_engine;

#include "site.h"
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
