// Barriers, fences, votes, matches, reductions and shuffles (CUDA C++ Programming Guide, "Synchronization Functions" to
// "Warp Shuffle Functions"): each asks the scheduler.
#pragma once

static inline void __syncthreads(KparitySite site = kparity_here()) {
  kparity_ask_barrier(kparity_barrier_plain, 0, site);
}
static inline int __syncthreads_count(int predicate, KparitySite site = kparity_here()) {
  return kparity_ask_barrier(kparity_barrier_count, predicate, site);
}
static inline int __syncthreads_and(int predicate, KparitySite site = kparity_here()) {
  return kparity_ask_barrier(kparity_barrier_and, predicate, site);
}
static inline int __syncthreads_or(int predicate, KparitySite site = kparity_here()) {
  return kparity_ask_barrier(kparity_barrier_or, predicate, site);
}

static inline void __threadfence_block() { kparity_ask_fence(0); }
static inline void __threadfence() { kparity_ask_fence(1); }
static inline void __threadfence_system() { kparity_ask_fence(2); }

static inline void __syncwarp(unsigned mask = 0xffffffffu, KparitySite site = kparity_here()) {
  kparity_ask_warp(kparity_warp_sync, mask, 0, 0, 0, site);
}
static inline int __all_sync(unsigned mask, int predicate, KparitySite site = kparity_here()) {
  return static_cast<int>(kparity_ask_warp(kparity_warp_all, mask, predicate != 0, 0, 0, site).value);
}
static inline int __any_sync(unsigned mask, int predicate, KparitySite site = kparity_here()) {
  return static_cast<int>(kparity_ask_warp(kparity_warp_any, mask, predicate != 0, 0, 0, site).value);
}
static inline unsigned __ballot_sync(unsigned mask, int predicate, KparitySite site = kparity_here()) {
  return static_cast<unsigned>(kparity_ask_warp(kparity_warp_ballot, mask, predicate != 0, 0, 0, site).value);
}
static inline unsigned kparity_lane() {
  const unsigned linear = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  return linear % static_cast<unsigned>(warpSize);
}
/// "Only me", which the language permits: lanes run apart.
static inline unsigned __activemask() { return 1u << kparity_lane(); }

template <class T>
static inline uint64_t kparity_word(T value) {
  static_assert(sizeof(T) <= 8, "a value of at most 8 bytes");
  uint64_t word = 0;
  __builtin_memcpy(&word, &value, sizeof value);
  return word;
}
template <class T>
static inline T kparity_of_word(uint64_t word) {
  T value;
  __builtin_memcpy(&value, &word, sizeof value);
  return value;
}

template <class T>
static inline unsigned __match_any_sync(unsigned mask, T value, KparitySite site = kparity_here()) {
  return static_cast<unsigned>(kparity_ask_warp(kparity_warp_match_any, mask, kparity_word(value), 0, 0, site).value);
}
template <class T>
static inline unsigned __match_all_sync(unsigned mask, T value, int* all, KparitySite site = kparity_here()) {
  const KparityWarpResult result = kparity_ask_warp(kparity_warp_match_all, mask, kparity_word(value), 0, 0, site);
  *all = result.flag;
  return static_cast<unsigned>(result.value);
}

#define KPARITY_REDUCE(name, operation, T)                                                                     \
  static inline T name(unsigned mask, T value, KparitySite site = kparity_here()) {                            \
    return static_cast<T>(kparity_ask_warp(operation, mask, static_cast<uint64_t>(value), 0, 0, site).value); \
  }
KPARITY_REDUCE(__reduce_add_sync, kparity_warp_reduce_add, int)
KPARITY_REDUCE(__reduce_add_sync, kparity_warp_reduce_add, unsigned)
KPARITY_REDUCE(__reduce_min_sync, kparity_warp_reduce_min, int)
KPARITY_REDUCE(__reduce_min_sync, kparity_warp_reduce_unsigned_min, unsigned)
KPARITY_REDUCE(__reduce_max_sync, kparity_warp_reduce_max, int)
KPARITY_REDUCE(__reduce_max_sync, kparity_warp_reduce_unsigned_max, unsigned)
KPARITY_REDUCE(__reduce_and_sync, kparity_warp_reduce_and, unsigned)
KPARITY_REDUCE(__reduce_or_sync, kparity_warp_reduce_or, unsigned)
KPARITY_REDUCE(__reduce_xor_sync, kparity_warp_reduce_xor, unsigned)
#undef KPARITY_REDUCE

template <class T>
static inline T kparity_shuffle(KparityWarpOperation operation, unsigned mask, T value, unsigned parameter, int width,
                                KparitySite site) {
  if (width <= 0 || (width & (width - 1)) != 0 || width > warpSize)
    kparity_ask_misuse("the width of a shuffle must be a power of 2 up to the warp size", site);
  return kparity_of_word<T>(
      kparity_ask_warp(operation, mask, kparity_word(value), parameter, static_cast<unsigned>(width), site).value);
}
#define KPARITY_SHUFFLE(name, operation, Parameter)                                                  \
  template <class T>                                                                                 \
  static inline T name(unsigned mask, T value, Parameter parameter, int width = 0,                   \
                       KparitySite site = kparity_here()) {                                          \
    return kparity_shuffle(operation, mask, value, static_cast<unsigned>(parameter),                 \
                           width == 0 ? warpSize : width, site);                                     \
  }
KPARITY_SHUFFLE(__shfl_sync, kparity_warp_shuffle, int)
KPARITY_SHUFFLE(__shfl_up_sync, kparity_warp_shuffle_up, unsigned)
KPARITY_SHUFFLE(__shfl_down_sync, kparity_warp_shuffle_down, unsigned)
KPARITY_SHUFFLE(__shfl_xor_sync, kparity_warp_shuffle_xor, int)
#undef KPARITY_SHUFFLE
