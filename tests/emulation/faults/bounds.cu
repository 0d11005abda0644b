// Accesses outside of arrays.
#include "fault.cuh"

__device__ void writes_one_past_the_end(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  if (i + 1 < a.size || !repaired) a.out[i + 1] = 1;  // FINDS out
}

__device__ void reads_one_past_the_end(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  const float next = i + 1 < a.size || !repaired ? a.in[i + 1] : 0.0f;  // FINDS in
  a.out[i] = next;
}

__device__ void reads_before_the_start(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  const float before = i > 0 || !repaired ? a.in[i - 1] : 0.0f;  // FINDS in
  a.out[i] = before;
}

__device__ void past_a_shared_array(bool repaired, const Arrays& a) {
  __shared__ float tile[64];
  const int i = thread_of_grid(), t = threadIdx.x;
  tile[t] = a.in[i];
  __syncthreads();
  a.out[i] = tile[repaired ? (t + 1) % 64 : t + 1];  // FINDS tile
}

/// The launch gives room for 64 numbers.
__device__ void past_dynamic_shared_memory(bool repaired, const Arrays& a) {
  extern __shared__ float dynamic[];
  const int i = thread_of_grid(), t = threadIdx.x;
  dynamic[repaired ? t : t + 1] = a.in[i];  // FINDS dynamic
  __syncthreads();
  if (repaired) a.out[i] = dynamic[63 - t];
}

__device__ void through_a_null_pointer(bool repaired, const Arrays& a) {
  const float* const from = repaired ? a.in : nullptr;
  a.out[thread_of_grid()] = from[0];  // FINDS
}

__device__ void counts_past_the_end(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  atomicAdd(&a.ints[repaired ? i : 2 * i], 1);  // FINDS ints
}

/// Two numbers at once, of which the last has no neighbour.
__device__ void reads_in_pairs(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  const int pair = repaired ? i / 2 : i;
  const float2 both = reinterpret_cast<const float2*>(a.in)[pair];  // FINDS in
  a.out[i] = both.x + both.y;
}

/// B034: an image of 10 x 12 in tiles of 16 x 8, guarded in one direction.
__device__ void guarded_in_one_direction(bool repaired, const Arrays& a) {
  const int width = 10, height = 12, i = thread_of_grid();
  for (int y = i / 16; y < 16; y += 8) {
    const int x = i % 16;
    if (x < width && (y < height || !repaired)) a.out[y * width + x] = 1;  // FINDS out
  }
}

/// B035: three elements a thread; what is too much is clipped in a type without negative numbers.
__device__ void clipped_without_sign(bool repaired, const Arrays& a) {
  const unsigned size = static_cast<unsigned>(a.size), first = 3u * static_cast<unsigned>(thread_of_grid());
  if (first >= size) return;
  const int too_many = static_cast<int>(first + 3) - a.size;
  const unsigned count = repaired ? 3u - static_cast<unsigned>(max(0, too_many)) : 3u + min(0u, size - first - 3u);
  for (unsigned k = first; k < first + count; ++k) {
    const float value = a.in[k];  // FINDS in
    a.out[k] = 2 * value;
  }
}

/// B037: the words of a mask of 32 * 128 bits are one too many.
__device__ void one_word_too_many(bool repaired, const Arrays& a) {
  if (thread_of_grid() != 0) return;
  const int bits = 32 * a.size, words = repaired ? (bits + 31) / 32 : bits / 32 + 1;
  int set = 0;
  for (int w = 0; w < words; ++w) set += __popc(static_cast<unsigned>(a.ints[w]));  // FINDS ints
  a.out[0] = static_cast<float>(set);
}

/// B102: sums in double precision in a buffer that is as large as the results in single precision.
__device__ void wide_sums_in_a_narrow_buffer(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  if (repaired) {
    a.out[i] = a.in[i];
  } else {
    reinterpret_cast<double*>(a.out)[i] = a.in[i];  // FINDS out
  }
}

/// B108: a tile of 128 per block and fewer elements: what is left for the second block is negative, or huge.
__device__ void what_is_left_has_no_sign(bool repaired, const Arrays& a) {
  const unsigned left = static_cast<unsigned>(a.n) - 128 * blockIdx.x;
  for (int t = threadIdx.x; t < 128; t += 64) {
    const bool has_work = repaired ? t < static_cast<int>(left) : static_cast<unsigned>(t) < left;
    if (has_work) a.out[128 * blockIdx.x + t] = 1;  // FINDS out
  }
}

/// B122: eight particles a molecule; what is kept per molecule is looked up by particle.
__device__ void looked_up_by_the_wrong_index(bool repaired, const Arrays& a) {
  const int i = thread_of_grid();
  a.out[i] = a.few[repaired ? i / 8 : i];  // FINDS few
}

/// B135: an element that stands for all is walked through like an array.
__device__ void walks_through_a_broadcast(bool repaired, const Arrays& a) {
  const float* const element = a.few + 15;
  const int stride = repaired ? 0 : 1, i = thread_of_grid();
  a.out[i] = element[i * stride];  // FINDS few
}

/// B001: rows of a table of more than 2^31 elements.
__device__ void narrow_offset_of_a_row(bool repaired, const Arrays& a) {
  const long long row = 69'999, columns = 40'000;
  const long long wide = row * columns + threadIdx.x;
  const int narrow = static_cast<int>(wide);
  a.out[thread_of_grid()] = a.table[repaired ? wide : narrow];  // FINDS table
}

/// B002: the start of a row is where the pointer is set to.
__device__ void narrow_start_of_a_row(bool repaired, const Arrays& a) {
  const long long first = 1ll * 30'000 * 90'000;
  const unsigned char* const row = a.table + (repaired ? first : static_cast<int>(first));
  a.out[thread_of_grid()] = row[threadIdx.x];  // FINDS table
}

/// B003: behind the last element the loop adds its stride once more, and the sum leaves its type.
__device__ void strides_past_the_largest_int(bool repaired, const Arrays& a) {
  const int n = 0x7fffffff, first = n - 100 + static_cast<int>(threadIdx.x), stride = static_cast<int>(2 * blockDim.x);
  int sum = 0;
  if (repaired) {
    for (long long i = first; i < n; i += stride) sum += a.table[i];
  } else {
    for (int i = first; i < n; i += stride) sum += a.table[i];  // FINDS table
  }
  a.out[thread_of_grid()] = static_cast<float>(sum);
}

__constant__ __align__(8) float odd_table[3] = {1, 2, 3};

/// Two numbers at once out of a table of three.
__device__ void reads_a_table_in_pairs(bool repaired, const Arrays& a) {
  const unsigned long long* const pairs = reinterpret_cast<const unsigned long long*>(odd_table);
  const unsigned long long pair = pairs[repaired ? 0 : threadIdx.x / 32];  // FINDS odd_table
  a.out[thread_of_grid()] = __uint_as_float(static_cast<unsigned>(pair));
}

__global__ void bounds(int fault, bool repaired, Arrays a) {
  switch (fault) {
    case 0: return writes_one_past_the_end(repaired, a);
    case 1: return reads_one_past_the_end(repaired, a);
    case 2: return reads_before_the_start(repaired, a);
    case 3: return past_a_shared_array(repaired, a);
    case 4: return past_dynamic_shared_memory(repaired, a);
    case 5: return through_a_null_pointer(repaired, a);
    case 6: return counts_past_the_end(repaired, a);
    case 7: return reads_in_pairs(repaired, a);
    case 8: return guarded_in_one_direction(repaired, a);
    case 9: return clipped_without_sign(repaired, a);
    case 10: return one_word_too_many(repaired, a);
    case 11: return wide_sums_in_a_narrow_buffer(repaired, a);
    case 12: return what_is_left_has_no_sign(repaired, a);
    case 13: return looked_up_by_the_wrong_index(repaired, a);
    case 14: return walks_through_a_broadcast(repaired, a);
    case 15: return narrow_offset_of_a_row(repaired, a);
    case 16: return narrow_start_of_a_row(repaired, a);
    case 17: return reads_a_table_in_pairs(repaired, a);
    case 18: return strides_past_the_largest_int(repaired, a);
  }
}
