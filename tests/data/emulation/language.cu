#include <cassert>
#include <cmath>
#include <cstdint>

#ifdef KPARITY_EMULATED
#include <time.h>  // declares clock(), which is a macro here
#endif

#include "check.cuh"

#if !defined(__CUDA_ARCH__) || !defined(__CUDACC__)
#error "the device branch is meant"
#endif

__constant__ float table[4] = {1, 2, 3, 4};
__device__ int counter = 5;

struct Box {
  double x, y, z, w;
};

namespace helpers {
__device__ __forceinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int thrice(int x) { return 3 * x; }
struct Functor {
  int add;
  __host__ __device__ int operator()(int x) const { return x + add; }
};
template <class F>
__device__ int apply(F f, int x) { return f(x); }
}  // namespace helpers

__device__ int recursive(int n) {
  return n < 2 ? 1 : n * recursive(n - 1);
}

// A grid of 2 x 2 x 2 blocks of 4 x 2 x 3 threads.
__global__ void __launch_bounds__(24, 2) language(int* failures, int* visits, Box parameter) {
  CHECK(blockDim.x == 4 && blockDim.y == 2 && blockDim.z == 3);
  CHECK(gridDim.x == 2 && gridDim.y == 2 && gridDim.z == 2);
  CHECK(warpSize == 32);
  const int block = blockIdx.x + 2 * (blockIdx.y + 2 * blockIdx.z);
  const int thread = threadIdx.x + 4 * (threadIdx.y + 2 * threadIdx.z);
  atomicAdd(&visits[24 * block + thread], 1);
  CHECK(parameter.x == 1 && parameter.w == 4);
  CHECK(table[3] == 4.0f);
  CHECK(counter == 5);
  CHECK(helpers::twice(4) == 8);
  CHECK(helpers::thrice(4) == 12);
  CHECK(helpers::apply(helpers::Functor{3}, 4) == 7);
  CHECK(helpers::apply([=](int x) { return x * block; }, 2) == 2 * block);
  CHECK(recursive(5) == 120);
  const float4 v = make_float4(1, 2, 3, 4);
  CHECK(v.x + v.w == 5.0f);
  CHECK(sizeof(float3) == 12 && alignof(float4) == 16 && sizeof(double2) == 16 && sizeof(uchar4) == 4);
  const dim3 d(7, 8);
  CHECK(d.z == 1);
  const int2 pair = make_int2(3, 4);
  CHECK(pair.y == 4);
  CHECK(__ldg(&visits[24 * block + thread]) == 1);
  assert(thread < 24);
  const long long start = clock64();
  CHECK(clock64() >= start);
  CHECK(sizeof(uint64_t) == 8);
#pragma unroll
  for (int i = 0; i < 2; ++i) CHECK(i < 2);
  if (block == 0 && thread == 0) printf("printed by block %d, %s\n", block, "thread 0");
}
