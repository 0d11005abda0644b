#include "check.cuh"

struct Pair {
  int a;
  double b;
};

template <class T, int N>
__device__ T reversed(T value) {
  __shared__ T line[N];
  const int t = threadIdx.x + blockDim.x * threadIdx.y;
  line[t] = value;
  __syncthreads();
  return line[N - 1 - t];
}

// Blocks of 8 x 4 threads, 256 bytes of dynamic shared memory.
__global__ void shared(int* failures) {
  __shared__ float tile[4][8 + 1], single;
  __shared__ Pair pairs[3];
  __shared__ __align__(16) unsigned char bytes[5];
  volatile __shared__ int flags[2];
  __shared__ struct {
    int x[2];
  } anonymous;
  static __shared__ unsigned long long words[1 << 2];
  extern __shared__ int dynamic[];
  extern __shared__ double same_place[];
  const int x = threadIdx.x, y = threadIdx.y, t = x + 8 * y;
  CHECK(sizeof(tile) == 4 * 9 * sizeof(float));
  CHECK(sizeof(pairs) == 3 * sizeof(Pair));
  CHECK(reinterpret_cast<unsigned long long>(bytes) % 16 == 0);
  CHECK(static_cast<void*>(dynamic) == static_cast<void*>(same_place));
  tile[y][x] = t;
  dynamic[t] = t;
  if (t == 0) {
    single = 2.5f;
    pairs[2].b = 1.5;
    bytes[4] = 7;
    flags[1] = 3;
    anonymous.x[1] = 4;
    words[3] = 5;
  }
  __syncthreads();
  CHECK(tile[3 - y][7 - x] == 31 - t);
  CHECK(dynamic[31 - t] == 31 - t);
  CHECK(single == 2.5f);
  CHECK(pairs[2].b == 1.5);
  CHECK(bytes[4] == 7);
  CHECK(flags[1] == 3);
  CHECK(anonymous.x[1] == 4);
  CHECK(words[3] == 5);
  float(*rows)[9] = tile;
  CHECK(rows[1][2] == 10);
  CHECK(reversed<int, 32>(t) == 31 - t);
  CHECK(reversed<double, 32>(0.5 * t) == 0.5 * (31 - t));
  CHECK(__syncthreads_count(t % 2) == 16);
  CHECK(__syncthreads_and(t < 32) != 0);
  CHECK(__syncthreads_and(t < 31) == 0);
  CHECK(__syncthreads_or(t == 17) != 0);
  CHECK(__syncthreads_or(t == 32) == 0);
}
