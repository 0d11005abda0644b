// CUDA's vector types (CUDA C++ Programming Guide, "Built-in Vector Types") with their alignments, and make_<type>.
#pragma once

#define KPARITY_VECTORS(base, element, align2, align4)                                              \
  struct base##1 { element x; };                                                                    \
  struct __attribute__((aligned(align2))) base##2 { element x, y; };                                \
  struct base##3 { element x, y, z; };                                                              \
  struct __attribute__((aligned(align4))) base##4 { element x, y, z, w; };                          \
  static inline constexpr base##1 make_##base##1(element x) { return {x}; }                         \
  static inline constexpr base##2 make_##base##2(element x, element y) { return {x, y}; }           \
  static inline constexpr base##3 make_##base##3(element x, element y, element z) { return {x, y, z}; } \
  static inline constexpr base##4 make_##base##4(element x, element y, element z, element w) {      \
    return {x, y, z, w};                                                                            \
  }

KPARITY_VECTORS(char, signed char, 2, 4)
KPARITY_VECTORS(uchar, unsigned char, 2, 4)
KPARITY_VECTORS(short, short, 4, 8)
KPARITY_VECTORS(ushort, unsigned short, 4, 8)
KPARITY_VECTORS(int, int, 8, 16)
KPARITY_VECTORS(uint, unsigned int, 8, 16)
KPARITY_VECTORS(long, long, 16, 16)
KPARITY_VECTORS(ulong, unsigned long, 16, 16)
KPARITY_VECTORS(longlong, long long, 16, 16)
KPARITY_VECTORS(ulonglong, unsigned long long, 16, 16)
KPARITY_VECTORS(float, float, 8, 16)
KPARITY_VECTORS(double, double, 16, 16)
#undef KPARITY_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1) : x(width), y(height), z(depth) {}
  constexpr dim3(uint3 size) : x(size.x), y(size.y), z(size.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
