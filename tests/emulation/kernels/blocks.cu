// Threads of a block that work together through shared memory and barriers.
#include "data.cuh"

__device__ void tree_sum(const Data& d) {
  __shared__ float sums[64];
  const int t = threadIdx.x, i = thread_of_grid();
  sums[t] = i < d.n ? d.in[i] : 0.0f;
  for (int half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) sums[t] += sums[t + half];
  }
  if (t == 0) d.out[blockIdx.x] = sums[0];
}

__device__ void running_sums(const Data& d) {
  extern __shared__ int running[];
  const int t = threadIdx.x, i = thread_of_grid();
  running[t] = i < d.n ? d.numbers[i] : 0;
  for (int distance = 1; distance < 64; distance *= 2) {
    __syncthreads();
    const int before = t >= distance ? running[t - distance] : 0;
    __syncthreads();
    running[t] += before;
  }
  d.counts[i] = running[t];
}

/// Of a matrix of 16 x 24, in tiles of 8 x 8.
__device__ void transpose(const Data& d) {
  __shared__ float tile[8][9];
  const int x = threadIdx.x % 8, y = threadIdx.x / 8, column = 8 * blockIdx.x;
  for (int row = 0; row < 16; row += 8) {
    tile[y][x] = d.in[(row + y) * 24 + column + x];
    __syncthreads();
    d.out[(column + y) * 16 + row + x] = tile[x][y];
    __syncthreads();
  }
}

__device__ void stencil(const Data& d) {
  __shared__ float tile[66], edge;
  const int t = threadIdx.x, i = thread_of_grid();
  tile[t + 1] = i < d.n ? d.in[i] : 0.0f;
  if (t == 0) {
    tile[0] = i > 0 ? d.in[i - 1] : 0.0f;
    edge = 2;
  }
  if (t == 63) tile[65] = i + 1 < d.n ? d.in[i + 1] : 0.0f;
  __syncthreads();
  if (i < d.n) d.out[i] = tile[t] - edge * tile[t + 1] + tile[t + 2];
}

/// 8 x 24 times 24 x 24; each block has eight columns of the product.
__device__ void product_of_tiles(const Data& d) {
  __shared__ float left[8][8], right[8][8];
  const int x = threadIdx.x % 8, y = threadIdx.x / 8, column = 8 * blockIdx.x + x;
  float sum = 0;
  for (int first = 0; first < 24; first += 8) {
    left[y][x] = d.in[y * 24 + first + x];
    right[y][x] = d.in[192 + (first + y) * 24 + column];
    __syncthreads();
    for (int k = 0; k < 8; ++k) sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  d.out[y * 24 + column] = sum;
}

__device__ void bitonic_sort(const Data& d) {
  __shared__ int keys[64];
  const int t = threadIdx.x;
  keys[t] = d.numbers[thread_of_grid()];
  for (int run = 2; run <= 64; run *= 2) {
    for (int step = run / 2; step > 0; step /= 2) {
      __syncthreads();
      const int other = t ^ step;
      if (other < t || (keys[t] > keys[other]) != ((t & run) == 0)) continue;
      const int kept = keys[t];
      keys[t] = keys[other];
      keys[other] = kept;
    }
  }
  __syncthreads();
  d.counts[thread_of_grid()] = keys[t];
}

__device__ void votes_of_the_block(const Data& d) {
  const int i = thread_of_grid(), value = d.numbers[i];
  const int odd = __syncthreads_count(value % 2);
  const int all = __syncthreads_and(value < 1 << 20);
  const int any = __syncthreads_or(value % 100 == 1);
  d.counts[i] = 4 * odd + 2 * (all != 0) + (any != 0);
}

/// Forces on 64 bodies of the block, by each other.
__device__ void forces(const Data& d) {
  __shared__ float4 bodies[64];
  const int t = threadIdx.x, i = thread_of_grid();
  bodies[t] = make_float4(d.in[i], d.in[i + 1], d.in[i + 2], 1.0f + t % 3);
  __syncthreads();
  const float4 me = bodies[t];
  float3 sum = make_float3(0, 0, 0);
  for (const float4& other : bodies) {
    const float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
    const float inverse = rsqrtf(x * x + y * y + z * z + 0.25f);
    const float strength = other.w * inverse * inverse * inverse;
    sum.x += strength * x;
    sum.y += strength * y;
    sum.z += strength * z;
  }
  d.out[3 * i] = sum.x;
  d.out[3 * i + 1] = sum.y;
  d.out[3 * i + 2] = sum.z;
}

/// The six neighbours in a cube of 4 x 4 x 4, as many threads.
__device__ void neighbours_in_a_cube(const Data& d) {
  __shared__ int cube[4][4][4];
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, i = thread_of_grid();
  cube[z][y][x] = d.numbers[i];
  __syncthreads();
  int sum = 0;
  if (x > 0) sum += cube[z][y][x - 1];
  if (x < 3) sum += cube[z][y][x + 1];
  if (y > 0) sum += cube[z][y - 1][x];
  if (y < 3) sum += cube[z][y + 1][x];
  if (z > 0) sum += cube[z - 1][y][x];
  if (z < 3) sum += cube[z + 1][y][x];
  d.counts[i] = sum;
}

__global__ void blocks(int which, Data d) {
  switch (which) {
    case 0: return tree_sum(d);
    case 1: return running_sums(d);
    case 2: return transpose(d);
    case 3: return stencil(d);
    case 4: return product_of_tiles(d);
    case 5: return bitonic_sort(d);
    case 6: return votes_of_the_block(d);
    case 7: return forces(d);
    case 8: return neighbours_in_a_cube(d);
  }
}
