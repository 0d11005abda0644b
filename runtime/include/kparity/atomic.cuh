// Atomic add, min and max for the types for which CUDA has none, and the same names for those it has. All return the
// old value and order nothing else, as the functions of CUDA.
#pragma once

namespace kparity {

namespace detail {

template <unsigned Size>
struct AtomicWord;
template <>
struct AtomicWord<2> {
  using type = unsigned short;
};
template <>
struct AtomicWord<4> {
  using type = unsigned int;
};
template <>
struct AtomicWord<8> {
  using type = unsigned long long;
};

template <class To, class From>
__device__ inline To same_bits(From value) {
  static_assert(sizeof(To) == sizeof(From), "types of one size");
  To out;
  memcpy(&out, &value, sizeof out);
  return out;
}

/// Replaces *address by change(*address) in a loop of compare and swap; ends early if nothing would change.
template <class T, class Change>
__device__ inline T atomic_change(T* address, Change change) {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8, "a type of 2, 4 or 8 bytes");
  using Word = typename AtomicWord<sizeof(T)>::type;
  Word* const word = reinterpret_cast<Word*>(address);
  Word seen = *reinterpret_cast<volatile Word*>(word);
  while (true) {
    const Word wanted = same_bits<Word>(change(same_bits<T>(seen)));
    if (wanted == seen) break;
    const Word found = atomicCAS(word, seen, wanted);
    if (found == seen) break;
    seen = found;
  }
  return same_bits<T>(seen);
}

}  // namespace detail

/// *address += value for integers of 16, 32 and 64 bits (they wrap around), float and double.
template <class T>
__device__ inline T atomic_add(T* address, T value) {
  return detail::atomic_change(address, [value](T old) { return static_cast<T>(old + value); });
}
__device__ inline int atomic_add(int* address, int value) {
  return atomicAdd(address, value);
}
__device__ inline unsigned int atomic_add(unsigned int* address, unsigned int value) {
  return atomicAdd(address, value);
}
__device__ inline unsigned long long atomic_add(unsigned long long* address, unsigned long long value) {
  return atomicAdd(address, value);
}
__device__ inline long long atomic_add(long long* address, long long value) {
  // Addition of two's complement does not see the sign.
  return static_cast<long long>(
      atomicAdd(reinterpret_cast<unsigned long long*>(address), static_cast<unsigned long long>(value)));
}
__device__ inline float atomic_add(float* address, float value) {
  return atomicAdd(address, value);
}
__device__ inline double atomic_add(double* address, double value) {
  return atomicAdd(address, value);
}

/// The smaller or larger of *address and value, for integers of 16, 32 and 64 bits, float and double. As fmin and fmax:
/// a NaN gives way to a number, and -0 and 0 count as equal, so that the old one stays.
template <class T>
__device__ inline T atomic_min(T* address, T value) {
  return detail::atomic_change(address, [value](T old) { return value < old || old != old ? value : old; });
}
template <class T>
__device__ inline T atomic_max(T* address, T value) {
  return detail::atomic_change(address, [value](T old) { return value > old || old != old ? value : old; });
}
__device__ inline int atomic_min(int* address, int value) {
  return atomicMin(address, value);
}
__device__ inline unsigned int atomic_min(unsigned int* address, unsigned int value) {
  return atomicMin(address, value);
}
__device__ inline long long atomic_min(long long* address, long long value) {
  return atomicMin(address, value);
}
__device__ inline unsigned long long atomic_min(unsigned long long* address, unsigned long long value) {
  return atomicMin(address, value);
}
__device__ inline int atomic_max(int* address, int value) {
  return atomicMax(address, value);
}
__device__ inline unsigned int atomic_max(unsigned int* address, unsigned int value) {
  return atomicMax(address, value);
}
__device__ inline long long atomic_max(long long* address, long long value) {
  return atomicMax(address, value);
}
__device__ inline unsigned long long atomic_max(unsigned long long* address, unsigned long long value) {
  return atomicMax(address, value);
}

}  // namespace kparity
