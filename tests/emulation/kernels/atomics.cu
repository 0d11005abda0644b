// Threads of all blocks that meet in memory: atomics, locks, fences and flags.
#include "data.cuh"

__device__ void histogram(const Data& d) {
  __shared__ int bins[16];
  const int t = threadIdx.x, i = thread_of_grid();
  if (t < 16) bins[t] = 0;
  __syncthreads();
  if (i < d.n) atomicAdd(&bins[d.numbers[i] % 16], 1);
  __syncthreads();
  if (t < 16) atomicAdd(&d.counts[t], bins[t]);
}

/// Of floating-point numbers, which have no atomicMax.
__device__ void maximum_by_comparing(const Data& d) {
  const float mine = d.in[thread_of_grid()] + 100.0f;
  int* const word = reinterpret_cast<int*>(d.out);
  int old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(fmaxf(mine, __int_as_float(assumed))));
  } while (old != assumed);
}

/// As in the programming guide: the block that comes last adds up what all have left.
__device__ void sum_by_the_last_block(const Data& d) {
  __shared__ bool is_last;
  const int t = threadIdx.x;
  if (t == 0) {
    float sum = 0;
    for (int k = 0; k < 64; ++k) sum += d.in[64 * blockIdx.x + k];
    d.out[1 + blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(reinterpret_cast<unsigned*>(d.counts), gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last || t != 0) return;
  __threadfence();
  for (unsigned b = 0; b < gridDim.x; ++b) d.out[0] += d.out[1 + b];
}

/// One thread a warp takes the lock in turn.
__device__ void sum_under_a_lock(const Data& d) {
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(&d.counts[0], 0, 1) != 0) __nanosleep(20);
  __threadfence();
  d.counts[1] += d.numbers[thread_of_grid()];
  __nanosleep(20);
  d.counts[2] += 1;
  __threadfence();
  atomicExch(&d.counts[0], 0);
}

/// Counters of 16 bits, two to a word.
__device__ void narrow_counters(const Data& d) {
  unsigned short* const counter = reinterpret_cast<unsigned short*>(d.counts) + thread_of_grid() % 6;
  unsigned short old = *counter, assumed;
  do {
    assumed = old;
    old = atomicCAS(counter, assumed, static_cast<unsigned short>(assumed + 3));
  } while (old != assumed);
}

/// The scope of a block where only the block is concerned, the whole system's elsewhere.
__device__ void scopes(const Data& d) {
  __shared__ int of_block[2];
  const int t = threadIdx.x, value = d.numbers[thread_of_grid()];
  if (t < 2) of_block[t] = 0;
  __syncthreads();
  atomicAdd_block(&of_block[0], value % 8);
  atomicMax_block(&of_block[1], value);
  __syncthreads();
  if (t != 0) return;
  atomicAdd_system(&d.counts[0], of_block[0]);
  atomicMax_system(&d.counts[1], of_block[1]);
  atomicMin_system(&d.counts[2], -of_block[1]);
}

__device__ void bits_and_ranges(const Data& d) {
  const int i = thread_of_grid(), value = d.numbers[i];
  atomicOr(&d.counts[0], value);
  atomicXor(&d.counts[1], value);
  atomicAnd(&d.counts[2], ~value);
  atomicSub(&d.counts[3], value % 10);
  atomicInc(reinterpret_cast<unsigned*>(&d.counts[4]), 6);
  atomicDec(reinterpret_cast<unsigned*>(&d.counts[5]), 6);
  atomicAdd(reinterpret_cast<unsigned long long*>(&d.counts[6]), 1ull << 33);
  atomicAdd(&d.out[0], d.in[i]);
  atomicAdd(reinterpret_cast<double*>(&d.out[2]), 0.5);
}

/// Each block waits for the flag of the one before, and goes on from its value.
__device__ void chain_of_blocks(const Data& d) {
  if (threadIdx.x != 0) return;
  volatile int* const flags = d.counts;
  const unsigned b = blockIdx.x;
  float before = 0;
  if (b > 0) {
    while (flags[b - 1] == 0) {
    }
    __threadfence();
    before = d.out[b - 1];
  }
  d.out[b] = 2 * before + d.in[b];
  __threadfence();
  flags[b] = 1;
}

__global__ void atomics(int which, Data d) {
  switch (which) {
    case 0: return histogram(d);
    case 1: return maximum_by_comparing(d);
    case 2: return sum_by_the_last_block(d);
    case 3: return sum_under_a_lock(d);
    case 4: return narrow_counters(d);
    case 5: return scopes(d);
    case 6: return bits_and_ranges(d);
    case 7: return chain_of_blocks(d);
  }
}
