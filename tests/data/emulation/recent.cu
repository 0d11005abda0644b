// Functions of compute capability 9.0 and 10.0: atomics of 16 bytes, arithmetic on pairs of floats.
#include "check.cuh"

struct alignas(16) Pair {
  long long key, value;
};
struct alignas(16) Four {
  float x, y, z, w;
};
__device__ Pair pair;

// Two threads, which count a pair up by turns.
__global__ void recent(int* failures, float one, float* floats) {
  if (threadIdx.x == 0) pair = Pair{0, 0};
  __syncthreads();
  for (int done = 0; done < 5;) {
    const Pair before = atomicCAS(&pair, Pair{-1, -1}, Pair{-1, -1});
    const Pair after = {before.key + 1, before.value + 2};
    const Pair found = atomicCAS(&pair, before, after);
    if (found.key == before.key && found.value == before.value) ++done;
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  CHECK(pair.key == 10 && pair.value == 20);
  CHECK(atomicExch(&pair, Pair{1, 2}).value == 20);
  CHECK(atomicExch_block(&pair, Pair{3, 4}).key == 1);
  CHECK(atomicExch_system(&pair, Pair{5, 6}).key == 3);
  CHECK(atomicCAS_block(&pair, Pair{5, 6}, Pair{7, 8}).value == 6);
  CHECK(atomicCAS_system(&pair, Pair{5, 6}, Pair{9, 9}).value == 8 && pair.key == 7);
  Four* const four = reinterpret_cast<Four*>(floats);
  CHECK(atomicExch(four, Four{5, 6, 7, 8}).w == 4 && four->x == 5);

  const float2 a = make_float2(one, 3 * one), b = make_float2(2.0f, 1e-9f), c = make_float2(10.0f, -1.0f);
  CHECK(__fadd2_rn(a, b).x == 3.0f && __fadd2_rz(a, b).x == 3.0f && __fadd2_rd(a, b).x == 3.0f);
  CHECK(__fadd2_ru(a, b).x == 3.0f && __fadd2_ru(a, b).y > 3.0f && __fadd2_rd(a, b).y == 3.0f);
  CHECK(__fmul2_rn(a, b).x == 2.0f && __fmul2_rz(a, b).x == 2.0f && __fmul2_rd(a, a).y == 9.0f);
  CHECK(__fmul2_ru(a, make_float2(1.0f, 0.1f)).y > __fmul2_rd(a, make_float2(1.0f, 0.1f)).y);
  CHECK(__ffma2_rn(a, b, c).x == 12.0f && __ffma2_rz(a, b, c).x == 12.0f && __ffma2_rd(a, b, c).x == 12.0f);
  CHECK(__ffma2_ru(a, b, c).y > -1.0f && __ffma2_rd(a, b, c).y == -1.0f);
}
