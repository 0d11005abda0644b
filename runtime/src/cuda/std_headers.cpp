// The few standard headers a kernel file may include, which NVRTC does not have.
#include "cuda/std_headers.hpp"

#include "cuda/kernel_headers.hpp"

namespace kparity::cuda {

namespace {

// The types of a 64-bit Linux host, so that a structure has the same members on both sides.
constexpr const char* stdint_text = R"(#ifndef KPARITY_STDINT
#define KPARITY_STDINT
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef int8_t int_fast8_t;
typedef uint8_t uint_fast8_t;
typedef int16_t int_fast16_t;
typedef uint16_t uint_fast16_t;
typedef int32_t int_fast32_t;
typedef uint32_t uint_fast32_t;
typedef int64_t int_fast64_t;
typedef uint64_t uint_fast64_t;
typedef int8_t int_least8_t;
typedef uint8_t uint_least8_t;
typedef int16_t int_least16_t;
typedef uint16_t uint_least16_t;
typedef int32_t int_least32_t;
typedef uint32_t uint_least32_t;
typedef int64_t int_least64_t;
typedef uint64_t uint_least64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
namespace std {
using ::int8_t; using ::uint8_t; using ::int16_t; using ::uint16_t;
using ::int32_t; using ::uint32_t; using ::int64_t; using ::uint64_t;
using ::intptr_t; using ::uintptr_t; using ::intmax_t; using ::uintmax_t;
}
#ifndef INT8_MAX
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32768)
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-INT32_MAX - 1)
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807l
#define INT64_MIN (-INT64_MAX - 1)
#define UINT64_MAX 18446744073709551615ul
#endif
#endif
)";

// The toolkit's own would make int64_t a long long, another type than on the host.
constexpr const char* cuda_cstdint_text = R"(#ifndef _CUDA_STD_CSTDINT
#define _CUDA_STD_CSTDINT
#include <cuda/std/detail/__config>
#include <cuda/std/climits>
#include <cstdint>
namespace cuda { namespace std {
using ::int8_t; using ::uint8_t; using ::int16_t; using ::uint16_t;
using ::int32_t; using ::uint32_t; using ::int64_t; using ::uint64_t;
using ::int_fast8_t; using ::uint_fast8_t; using ::int_fast16_t; using ::uint_fast16_t;
using ::int_fast32_t; using ::uint_fast32_t; using ::int_fast64_t; using ::uint_fast64_t;
using ::int_least8_t; using ::uint_least8_t; using ::int_least16_t; using ::uint_least16_t;
using ::int_least32_t; using ::uint_least32_t; using ::int_least64_t; using ::uint_least64_t;
using ::intptr_t; using ::uintptr_t; using ::intmax_t; using ::uintmax_t;
} }
#endif
)";

constexpr const char* stddef_text = R"(#ifndef KPARITY_STDDEF
#define KPARITY_STDDEF
typedef decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr)) ptrdiff_t;
namespace std {
using ::ptrdiff_t;
using size_t = decltype(sizeof(0));
using nullptr_t = decltype(nullptr);
}
#endif
)";

constexpr const char* climits_text = R"(#ifndef KPARITY_CLIMITS
#define KPARITY_CLIMITS
#if __has_include(<cuda/std/climits>)
#include <cuda/std/climits>
#else
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 18446744073709551615ul
#define LLONG_MAX 9223372036854775807ll
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX 18446744073709551615ull
#endif
#endif
)";

constexpr const char* cfloat_text = R"(#ifndef KPARITY_CFLOAT
#define KPARITY_CFLOAT
#ifndef DBL_MAX
#define FLT_RADIX 2
#define FLT_MANT_DIG 24
#define FLT_DIG 6
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1p-126f
#define FLT_EPSILON 0x1p-23f
#define DBL_MANT_DIG 53
#define DBL_DIG 15
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1p-1022
#define DBL_EPSILON 0x1p-52
#endif
#endif
)";

constexpr const char* nothing = "\n";  // what it declares is built in

}  // namespace

const std::vector<CudaSource::File>& memory_headers() {
  static const std::vector<CudaSource::File> headers = [] {
    std::vector<CudaSource::File> all = std_headers();
    all.insert(all.end(), kernel_headers().begin(), kernel_headers().end());
    return all;
  }();
  return headers;
}

const std::vector<CudaSource::File>& std_headers() {
  static const std::vector<CudaSource::File> headers{
      {"cstdint", stdint_text},  {"stdint.h", stdint_text}, {"cstddef", stddef_text},
      {"stddef.h", stddef_text}, {"climits", climits_text}, {"limits.h", climits_text},
      {"cfloat", cfloat_text},   {"float.h", cfloat_text},  {"cuda/std/cstdint", cuda_cstdint_text},
      {"cmath", nothing},        {"math.h", nothing},       {"cassert", nothing},
      {"assert.h", nothing},
  };
  return headers;
}

}  // namespace kparity::cuda
