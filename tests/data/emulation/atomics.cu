#include "check.cuh"

__device__ int lock;

template <class T>
__device__ T atomic_max_by_cas(T* address, T value);

template <>
__device__ double atomic_max_by_cas(double* address, double value) {
  unsigned long long* const word = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __double_as_longlong(fmax(value, __longlong_as_double(assumed))));
  } while (assumed != old);
  return __longlong_as_double(old);
}

// One block of 64 threads.
__global__ void atomics(int* failures, int* ints, unsigned long long* longs, double* doubles, float* floats) {
  const int t = threadIdx.x;
  atomicAdd(&ints[0], 2);
  atomicSub(&ints[1], 1);
  atomicMin(&ints[2], -t);
  atomicMax(&ints[3], t);
  atomicAnd(&ints[4], ~(1 << (t % 8)));
  atomicOr(&ints[5], 1 << (t % 8));
  atomicXor(&ints[6], 1 << (t % 8));
  atomicInc(reinterpret_cast<unsigned*>(&ints[7]), 9);
  atomicDec(reinterpret_cast<unsigned*>(&ints[8]), 9);
  atomicAdd_block(&ints[9], 1);
  atomicAdd_system(&ints[10], 1);
  atomicAdd(&longs[0], 2);
  atomicMax(&longs[1], 1ull << t % 60);
  atomicExch(&longs[2], 7ull);
  atomicAdd(&doubles[0], 0.5);
  atomic_max_by_cas(&doubles[1], static_cast<double>(t));
  atomicAdd(&floats[0], 0.25f);
  unsigned short* const small = reinterpret_cast<unsigned short*>(&ints[11]);
  if (t == 0) {
    *small = 5;
    CHECK(atomicCAS(small, 5, 9) == 5);
    CHECK(atomicCAS(small, 5, 11) == 9);
    CHECK(*small == 9);
  }
  // A lock that every thread takes in turn, with a barrier's worth of waiting in between.
  for (bool done = false; !done;) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      ints[12] = ints[12] + 1;
      __nanosleep(10);
      ints[12] = ints[12] + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  __syncthreads();
  if (t != 0) return;
  CHECK(ints[0] == 128);
  CHECK(ints[1] == -64);
  CHECK(ints[2] == -63);
  CHECK(ints[3] == 63);
  CHECK(ints[4] == 0x7fffff00);
  CHECK(ints[5] == 0xff);
  CHECK(ints[6] == 0);
  CHECK(ints[7] == 4);
  CHECK(ints[8] == 6);
  CHECK(ints[9] == 64);
  CHECK(ints[10] == 64);
  CHECK(longs[0] == 128);
  CHECK(longs[1] == 1ull << 59);
  CHECK(longs[2] == 7);
  CHECK(doubles[0] == 32.0);
  CHECK(doubles[1] == 63.0);
  CHECK(floats[0] == 16.0f);
  CHECK(ints[12] == 128);
}
