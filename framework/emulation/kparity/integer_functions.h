// Integer intrinsics (CUDA Math API, "Integer Intrinsics" and "SIMD Intrinsics"), written from their descriptions.
#pragma once

static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
static inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline int __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return (mask >> (base & 31) & 1) != 0 ? static_cast<int>(base) : -1;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
    if ((mask >> at & 1) != 0 && --left == 0) return at;
  return -1;
}
static inline unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
static inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 | __brev(static_cast<unsigned>(x >> 32));
}
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned choice = selector >> (4 * i) & 0xf;
    unsigned byte = static_cast<unsigned>(bytes >> (8 * (choice & 7))) & 0xff;
    if ((choice & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;  // replicates the sign
    result |= byte << (8 * i);
  }
  return result;
}

static inline int __mul24(int x, int y) {
  const long long a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const long long b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(a * b);
}
static inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
static inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
static inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
static inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
static inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
static inline unsigned __sad(int x, int y, unsigned z) {
  return (x < y ? static_cast<unsigned>(y) - static_cast<unsigned>(x) : static_cast<unsigned>(x) - static_cast<unsigned>(y)) + z;
}
static inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return (x < y ? y - x : x - y) + z; }
static inline int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
static inline int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
static inline unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
static inline unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
static inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
static inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// Dot products of packed integers.
template <class A, class B, class R>
static inline R kparity_dot4(unsigned a, unsigned b, R c) {
  for (int i = 0; i < 4; ++i)
    c += static_cast<R>(static_cast<A>(a >> (8 * i))) * static_cast<R>(static_cast<B>(b >> (8 * i)));
  return c;
}
static inline int __dp4a(int a, int b, int c) {
  return static_cast<int>(kparity_dot4<signed char, signed char, long long>(static_cast<unsigned>(a), static_cast<unsigned>(b), c));
}
static inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return kparity_dot4<unsigned char, unsigned char, unsigned>(a, b, c);
}
static inline int __dp2a_lo(int a, int b, int c) {
  return static_cast<int>(c + static_cast<long long>(static_cast<short>(a)) * static_cast<signed char>(b) +
                          static_cast<long long>(static_cast<short>(a >> 16)) * static_cast<signed char>(b >> 8));
}
static inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
static inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
static inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }

// Packed integers: four of 8 bits or two of 16 in a word. T is the element, F the function of two of them.
template <class T, class F>
static inline unsigned kparity_packed(unsigned a, unsigned b, F f) {
  const int bits = 8 * static_cast<int>(sizeof(T));
  const unsigned mask = (1u << bits) - 1;
  unsigned result = 0;
  for (int i = 0; i < 32; i += bits)
    result |= (static_cast<unsigned>(f(static_cast<int>(static_cast<T>(a >> i)), static_cast<int>(static_cast<T>(b >> i)))) & mask) << i;
  return result;
}
template <class T>
static inline int kparity_clamped(int x) {
  const int bits = 8 * static_cast<int>(sizeof(T));
  const int low = static_cast<T>(-1) < 0 ? -(1 << (bits - 1)) : 0;
  const int high = static_cast<T>(-1) < 0 ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  return x < low ? low : x > high ? high : x;
}
#define KPARITY_PACKED(name, type, expression)                                             \
  static inline unsigned name(unsigned a, unsigned b) {                                    \
    return kparity_packed<type>(a, b, [](int x, int y) { (void)x, (void)y; return expression; }); \
  }
#define KPARITY_PACKED_BOTH(suffix, s, u)                                    \
  KPARITY_PACKED(__vadd##suffix, u, x + y)                                   \
  KPARITY_PACKED(__vaddss##suffix, s, kparity_clamped<s>(x + y))             \
  KPARITY_PACKED(__vaddus##suffix, u, kparity_clamped<u>(x + y))             \
  KPARITY_PACKED(__vsub##suffix, u, x - y)                                   \
  KPARITY_PACKED(__vsubss##suffix, s, kparity_clamped<s>(x - y))             \
  KPARITY_PACKED(__vsubus##suffix, u, kparity_clamped<u>(x - y))             \
  KPARITY_PACKED(__vavgs##suffix, s, (x + y + 1) >> 1)                       \
  KPARITY_PACKED(__vavgu##suffix, u, (x + y + 1) >> 1)                       \
  KPARITY_PACKED(__vhaddu##suffix, u, (x + y) >> 1)                          \
  KPARITY_PACKED(__vabsdiffs##suffix, s, x > y ? x - y : y - x)              \
  KPARITY_PACKED(__vabsdiffu##suffix, u, x > y ? x - y : y - x)              \
  KPARITY_PACKED(__vmaxs##suffix, s, x > y ? x : y)                          \
  KPARITY_PACKED(__vmaxu##suffix, u, x > y ? x : y)                          \
  KPARITY_PACKED(__vmins##suffix, s, x < y ? x : y)                          \
  KPARITY_PACKED(__vminu##suffix, u, x < y ? x : y)                          \
  KPARITY_PACKED(__vcmpeq##suffix, u, x == y ? -1 : 0)                       \
  KPARITY_PACKED(__vcmpne##suffix, u, x != y ? -1 : 0)                       \
  KPARITY_PACKED(__vcmpges##suffix, s, x >= y ? -1 : 0)                      \
  KPARITY_PACKED(__vcmpgeu##suffix, u, x >= y ? -1 : 0)                      \
  KPARITY_PACKED(__vcmpgts##suffix, s, x > y ? -1 : 0)                       \
  KPARITY_PACKED(__vcmpgtu##suffix, u, x > y ? -1 : 0)                       \
  KPARITY_PACKED(__vcmples##suffix, s, x <= y ? -1 : 0)                      \
  KPARITY_PACKED(__vcmpleu##suffix, u, x <= y ? -1 : 0)                      \
  KPARITY_PACKED(__vcmplts##suffix, s, x < y ? -1 : 0)                       \
  KPARITY_PACKED(__vcmpltu##suffix, u, x < y ? -1 : 0)                       \
  KPARITY_PACKED(__vseteq##suffix, u, x == y)                                \
  KPARITY_PACKED(__vsetne##suffix, u, x != y)                                \
  KPARITY_PACKED(__vsetges##suffix, s, x >= y)                               \
  KPARITY_PACKED(__vsetgeu##suffix, u, x >= y)                               \
  KPARITY_PACKED(__vsetgts##suffix, s, x > y)                                \
  KPARITY_PACKED(__vsetgtu##suffix, u, x > y)                                \
  KPARITY_PACKED(__vsetles##suffix, s, x <= y)                               \
  KPARITY_PACKED(__vsetleu##suffix, u, x <= y)                               \
  KPARITY_PACKED(__vsetlts##suffix, s, x < y)                                \
  KPARITY_PACKED(__vsetltu##suffix, u, x < y)                                \
  static inline unsigned __vabs##suffix(unsigned a) {                        \
    return kparity_packed<s>(a, 0, [](int x, int) { return x < 0 ? -x : x; }); \
  }                                                                          \
  static inline unsigned __vabsss##suffix(unsigned a) {                      \
    return kparity_packed<s>(a, 0, [](int x, int) { return kparity_clamped<s>(x < 0 ? -x : x); }); \
  }                                                                          \
  static inline unsigned __vneg##suffix(unsigned a) {                        \
    return kparity_packed<s>(a, 0, [](int x, int) { return -x; });           \
  }                                                                          \
  static inline unsigned __vnegss##suffix(unsigned a) {                      \
    return kparity_packed<s>(a, 0, [](int x, int) { return kparity_clamped<s>(-x); }); \
  }                                                                          \
  static inline unsigned __vsads##suffix(unsigned a, unsigned b) {           \
    unsigned sum = 0;                                                        \
    kparity_packed<s>(a, b, [&](int x, int y) { sum += static_cast<unsigned>(x > y ? x - y : y - x); return 0; }); \
    return sum;                                                              \
  }                                                                          \
  static inline unsigned __vsadu##suffix(unsigned a, unsigned b) {           \
    unsigned sum = 0;                                                        \
    kparity_packed<u>(a, b, [&](int x, int y) { sum += static_cast<unsigned>(x > y ? x - y : y - x); return 0; }); \
    return sum;                                                              \
  }
KPARITY_PACKED_BOTH(2, short, unsigned short)
KPARITY_PACKED_BOTH(4, signed char, unsigned char)
#undef KPARITY_PACKED_BOTH
#undef KPARITY_PACKED

// Sums, extremes of three, and extremes that tell which ("DPX" in the CUDA C++ Programming Guide), of 32 bits and of
// pairs of 16. Sums wrap around; `relu` replaces what is negative by 0.
template <class T>
static inline T kparity_largest(T a, T b) { return a < b ? b : a; }
template <class T>
static inline T kparity_smallest(T a, T b) { return b < a ? b : a; }
template <class T>
static inline T kparity_wrapped_sum(T a, T b) { return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b)); }
template <class T>
static inline T kparity_half_of(unsigned word, int half) { return static_cast<T>(word >> (16 * half)); }
static inline unsigned kparity_of_halves(int low, int high) {
  return (static_cast<unsigned>(low) & 0xffffu) | static_cast<unsigned>(high) << 16;
}
#define KPARITY_DPX3(name, T, expression)                                                               \
  static inline T kparity##name(T a, T b, T c) { return expression; }                                   \
  static inline T kparity##name##_relu(T a, T b, T c) { return kparity_largest<T>(expression, static_cast<T>(0)); }
#define KPARITY_DPX(T, t)                                                                               \
  KPARITY_DPX3(_viaddmax_##t, T, kparity_largest(kparity_wrapped_sum(a, b), c))                      \
  KPARITY_DPX3(_viaddmin_##t, T, kparity_smallest(kparity_wrapped_sum(a, b), c))                     \
  KPARITY_DPX3(_vimax3_##t, T, kparity_largest(kparity_largest(a, b), c))                            \
  KPARITY_DPX3(_vimin3_##t, T, kparity_smallest(kparity_smallest(a, b), c))
KPARITY_DPX(int, s32)
KPARITY_DPX(unsigned, u32)
KPARITY_DPX(short, s16)
KPARITY_DPX(unsigned short, u16)
#undef KPARITY_DPX
#undef KPARITY_DPX3
#define KPARITY_DPX_WORD(name, t, T) \
  static inline T __##name##_##t(T a, T b, T c) { return kparity_##name##_##t(a, b, c); }
#define KPARITY_DPX_PAIR(name, t, T)                                                                    \
  static inline unsigned __##name##_##t##x2(unsigned a, unsigned b, unsigned c) {                       \
    return kparity_of_halves(                                                                           \
        kparity_##name##_##t(kparity_half_of<T>(a, 0), kparity_half_of<T>(b, 0), kparity_half_of<T>(c, 0)),   \
        kparity_##name##_##t(kparity_half_of<T>(a, 1), kparity_half_of<T>(b, 1), kparity_half_of<T>(c, 1)));  \
  }
#define KPARITY_DPX_ALL(name)                                                                           \
  KPARITY_DPX_WORD(name, s32, int)                                                                      \
  KPARITY_DPX_WORD(name, u32, unsigned)                                                                 \
  KPARITY_DPX_PAIR(name, s16, short)                                                                    \
  KPARITY_DPX_PAIR(name, u16, unsigned short)                                                           \
  static inline int __##name##_s32_relu(int a, int b, int c) { return kparity_##name##_s32_relu(a, b, c); }  \
  static inline unsigned __##name##_s16x2_relu(unsigned a, unsigned b, unsigned c) {                    \
    return kparity_of_halves(kparity_##name##_s16_relu(kparity_half_of<short>(a, 0), kparity_half_of<short>(b, 0),  \
                                                       kparity_half_of<short>(c, 0)),                   \
                             kparity_##name##_s16_relu(kparity_half_of<short>(a, 1), kparity_half_of<short>(b, 1),  \
                                                       kparity_half_of<short>(c, 1)));                  \
  }
KPARITY_DPX_ALL(viaddmax)
KPARITY_DPX_ALL(viaddmin)
KPARITY_DPX_ALL(vimax3)
KPARITY_DPX_ALL(vimin3)
#undef KPARITY_DPX_ALL
#undef KPARITY_DPX_PAIR
#undef KPARITY_DPX_WORD
static inline int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
static inline int __vimin_s32_relu(int a, int b) { return __vimin3_s32_relu(a, b, b); }
static inline unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vimax3_s16x2(a, b, 0); }
static inline unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __vimin3_s16x2_relu(a, b, b); }
#define KPARITY_DPX_TELLING(name, op)                                                                   \
  static inline int __##name##_s32(int a, int b, bool* first) { return (*first = a op b) ? a : b; }     \
  static inline unsigned __##name##_u32(unsigned a, unsigned b, bool* first) { return (*first = a op b) ? a : b; }  \
  static inline unsigned __##name##_s16x2(unsigned a, unsigned b, bool* high, bool* low) {              \
    *high = kparity_half_of<short>(a, 1) op kparity_half_of<short>(b, 1);                               \
    *low = kparity_half_of<short>(a, 0) op kparity_half_of<short>(b, 0);                                \
    return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                                \
  }                                                                                                     \
  static inline unsigned __##name##_u16x2(unsigned a, unsigned b, bool* high, bool* low) {              \
    *high = a >> 16 op b >> 16;                                                                         \
    *low = (a & 0xffffu) op (b & 0xffffu);                                                              \
    return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                                \
  }
KPARITY_DPX_TELLING(vibmax, >=)
KPARITY_DPX_TELLING(vibmin, <=)
#undef KPARITY_DPX_TELLING

namespace kparity_device {

template <class A, class B>
struct KparityCommon {
  using Type = decltype(true ? A() : B());
};
#define KPARITY_COMMON(T)                                                                                    \
  static inline T min(T a, T b) { return b < a ? b : a; }                                                    \
  static inline T max(T a, T b) { return a < b ? b : a; }
KPARITY_COMMON(int)
KPARITY_COMMON(unsigned)
KPARITY_COMMON(long)
KPARITY_COMMON(unsigned long)
KPARITY_COMMON(long long)
KPARITY_COMMON(unsigned long long)
#undef KPARITY_COMMON
#define KPARITY_MIXED(S, U)                                                                       \
  static inline U min(S a, U b) { return min(static_cast<U>(a), b); }                             \
  static inline U min(U a, S b) { return min(a, static_cast<U>(b)); }                             \
  static inline U max(S a, U b) { return max(static_cast<U>(a), b); }                             \
  static inline U max(U a, S b) { return max(a, static_cast<U>(b)); }
KPARITY_MIXED(int, unsigned)
KPARITY_MIXED(long, unsigned long)
KPARITY_MIXED(long long, unsigned long long)
#undef KPARITY_MIXED

}  // namespace kparity_device
static inline unsigned umin(unsigned a, unsigned b) { return b < a ? b : a; }
static inline unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
static inline long long llmin(long long a, long long b) { return b < a ? b : a; }
static inline long long llmax(long long a, long long b) { return a < b ? b : a; }
static inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
static inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
