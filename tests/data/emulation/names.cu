// What the other files leave out: vectors, loads and stores, scopes of atomics, control.
#include "check.cuh"

// One thread.
__global__ void names(int* failures, int* ints, float* floats) {
  CHECK(make_char1(1).x == 1 && make_char2(1, 2).y == 2 && make_char3(1, 2, 3).z == 3 && make_char4(1, 2, 3, 4).w == 4);
  CHECK(make_uchar1(1).x == 1 && make_uchar2(1, 2).y == 2 && make_uchar3(1, 2, 3).z == 3);
  CHECK(make_uchar4(1, 2, 3, 4).w == 4 && make_ushort4(1, 2, 3, 4).w == 4 && make_short4(1, 2, 3, 4).w == 4);
  CHECK(make_short1(1).x == 1 && make_short2(1, 2).y == 2 && make_short3(1, 2, 3).z == 3);
  CHECK(make_ushort1(1).x == 1 && make_ushort2(1, 2).y == 2 && make_ushort3(1, 2, 3).z == 3);
  CHECK(make_int1(1).x == 1 && make_int2(1, 2).y == 2 && make_int3(1, 2, 3).z == 3 && make_int4(1, 2, 3, 4).w == 4);
  CHECK(make_uint1(1).x == 1 && make_uint2(1, 2).y == 2 && make_uint3(1, 2, 3).z == 3 && make_uint4(1, 2, 3, 4).w == 4);
  CHECK(make_long1(1).x == 1 && make_long2(1, 2).y == 2 && make_long3(1, 2, 3).z == 3);
  CHECK(make_ulong1(1).x == 1 && make_ulong2(1, 2).y == 2 && make_ulong3(1, 2, 3).z == 3);
  CHECK(make_longlong1(1).x == 1 && make_longlong2(1, 2).y == 2 && make_longlong3(1, 2, 3).z == 3);
  CHECK(make_ulonglong1(1).x == 1 && make_ulonglong2(1, 2).y == 2 && make_ulonglong3(1, 2, 3).z == 3);
  CHECK(make_float1(1).x == 1 && make_float2(1, 2).y == 2 && make_float3(1, 2, 3).z == 3);
  CHECK(make_float4(1, 2, 3, 4).w == 4 && make_double1(1).x == 1 && make_double2(1, 2).y == 2);
  CHECK(make_double3(1, 2, 3).z == 3);
  __stwb(&ints[0], 1);
  __stcg(&ints[1], 2);
  __stcs(&ints[2], 3);
  __stwt(&ints[3], 4);
  CHECK(__ldg(&ints[0]) == 1 && __ldca(&ints[1]) == 2 && __ldcg(&ints[2]) == 3 && __ldcs(&ints[3]) == 4);
  CHECK(__ldlu(&ints[0]) == 1 && __ldcv(&ints[0]) == 1);
  unsigned* const u = reinterpret_cast<unsigned*>(ints);
  CHECK(atomicSub_block(&ints[0], 1) == 1 && atomicSub_system(&ints[0], 1) == 0 && ints[0] == -1);
  CHECK(atomicExch_block(&ints[0], 6) == -1 && atomicExch_system(&ints[0], 5) == 6);
  CHECK(atomicMin_block(&ints[0], 3) == 5 && atomicMin_system(&ints[0], 2) == 3);
  CHECK(atomicMax_block(&ints[0], 4) == 2 && atomicMax_system(&ints[0], 7) == 4);
  CHECK(atomicInc_block(&u[0], 9) == 7 && atomicInc_system(&u[0], 8) == 8 && u[0] == 0);
  CHECK(atomicDec_block(&u[0], 9) == 0 && atomicDec_system(&u[0], 9) == 9 && u[0] == 8);
  CHECK(atomicAnd_block(&u[0], 12u) == 8 && atomicAnd_system(&u[0], 15u) == 8);
  CHECK(atomicOr_block(&u[0], 1u) == 8 && atomicOr_system(&u[0], 2u) == 9);
  CHECK(atomicXor_block(&u[0], 1u) == 11 && atomicXor_system(&u[0], 2u) == 10 && u[0] == 8);
  CHECK(atomicCAS_block(&u[0], 8u, 1u) == 8 && atomicCAS_system(&u[0], 1u, 2u) == 1 && u[0] == 2);
  CHECK(atomicAdd(reinterpret_cast<float2*>(floats), make_float2(1, 2)).y == 0 && floats[1] == 2);
  CHECK(atomicAdd(reinterpret_cast<float4*>(floats), make_float4(1, 2, 3, 4)).x == 1 && floats[3] == 4);
  __threadfence_block();
  __threadfence();
  __threadfence_system();
  __builtin_assume(ints != nullptr);
  CHECK(clock() <= clock());
  __shared__ int in_shared[2];
  int local = 1;
  CHECK(__isGlobal(ints) && !__isShared(ints) && !__isLocal(ints));
  CHECK(__isShared(&in_shared[1]) && !__isGlobal(in_shared) && !__isLocal(in_shared));
  CHECK(__isLocal(&local) && !__isGlobal(&local) && !__isShared(&local));
  in_shared[1] = 7;
  CHECK(*static_cast<int*>(__cvta_shared_to_generic(__cvta_generic_to_shared(&in_shared[1]))) == 7);
  CHECK(__cvta_global_to_generic(__cvta_generic_to_global(ints)) == ints);
  CHECK(*static_cast<int*>(__cvta_local_to_generic(__cvta_generic_to_local(&local))) == 1);
  if (ints == nullptr) __brkpt();
  CHECK(llmin(3ll, 4ll) == 3 && llmax(3ll, 4ll) == 4 && ullmin(3ull, 4ull) == 3 && umax(3u, 4u) == 4);
}
