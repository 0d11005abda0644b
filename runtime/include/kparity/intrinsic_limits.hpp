// How far the elementary functions of a device may be off, as the tables of the CUDA programming guide give it, one row
// per function: for ordinary builds in both precisions, and for a float under --use_fast_math.
#pragma once

#include <cmath>

namespace kparity {

/// How an implementation was compiled.
enum class MathBuild : unsigned char {
  ordinary,
  fast,  // --use_fast_math: approximate division, roots and elementary functions, subnormal numbers flushed
};

/// Largest error of one function: `ulps` units in the last place of the result, and with fast math for a float `fast`
/// units plus `fast_per_argument` times the size of the argument units, plus the number `fast_absolute`.
/// Where versions of the toolkit differ, or the C library of the host is worse, the largest number stands.
struct IntrinsicLimit {
  double ulps_float, ulps_double;
  double fast, fast_per_argument = 0, fast_absolute = 0;
};

namespace intrinsic_limits {

inline constexpr IntrinsicLimit divide{.5, .5, 2};
inline constexpr IntrinsicLimit square_root{.5, .5, 1};
inline constexpr IntrinsicLimit rsqrt{2, 1, 2};
inline constexpr IntrinsicLimit cbrt{1, 1, 1};
inline constexpr IntrinsicLimit hypot{3, 2, 3};
inline constexpr IntrinsicLimit exp{2, 1, 2, 1.173};
inline constexpr IntrinsicLimit exp2{2, 1, 2};
inline constexpr IntrinsicLimit expm1{2, 1, 2};
inline constexpr IntrinsicLimit log{1, 1, 3, 0, 3.6e-7};    // 2^-21.4 near 1
inline constexpr IntrinsicLimit log2{1, 1, 2, 0, 2.4e-7};   // 2^-22 near 1
inline constexpr IntrinsicLimit log10{3, 1, 3, 0, 6.0e-8};  // 2^-24 near 1
inline constexpr IntrinsicLimit log1p{2, 1, 2};
inline constexpr IntrinsicLimit sin{2, 2, 2, 0, 3.6e-7};  // 2^-21.41 in [-pi, pi]; grows with the argument beyond
inline constexpr IntrinsicLimit cos{2, 2, 2, 0, 4.2e-7};  // 2^-21.19
inline constexpr IntrinsicLimit tan{4, 2, 4, 0, 8.0e-7};
inline constexpr IntrinsicLimit asin{4, 2, 4};
inline constexpr IntrinsicLimit acos{3, 2, 3};
inline constexpr IntrinsicLimit atan{2, 2, 2};
inline constexpr IntrinsicLimit atan2{3, 2, 3};
inline constexpr IntrinsicLimit sinh{3, 2, 3};
inline constexpr IntrinsicLimit cosh{2, 2, 2};
inline constexpr IntrinsicLimit tanh{2, 2, 8192};  // 2^-11 of the result
inline constexpr IntrinsicLimit asinh{3, 3, 3};
inline constexpr IntrinsicLimit acosh{4, 3, 4};
inline constexpr IntrinsicLimit atanh{3, 2, 3};
inline constexpr IntrinsicLimit pow{9, 2, 9, 0, 0};  // with fast math see Bound's pow()
inline constexpr IntrinsicLimit erf{2, 2, 2};
inline constexpr IntrinsicLimit erfc{6, 5, 6};

}  // namespace intrinsic_limits

}  // namespace kparity
