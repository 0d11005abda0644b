// Logarithm, exponential, sine and cosine from additions, multiplications and divisions only. The functions of the
// standard library differ in their last bit from one library to the next; generated values must not.
#pragma once

#include <cfloat>

#ifdef __FAST_MATH__
#error "kparity::generate must be compiled without -ffast-math: a token has to mean the same array everywhere"
#endif
static_assert(FLT_EVAL_METHOD == 0, "intermediate results must not carry more digits than their type");

namespace kparity::generate {

/// The natural logarithm of a positive finite number.
double own_log(double x);

/// e to the power of `x`; `x` lies where the result is finite. Gradual underflow, then 0.
double own_exp(double x);

struct SineCosine {
  double sine, cosine;
};
/// Sine and cosine of `turns` full turns; 0 <= turns <= 1.
SineCosine own_sine_cosine(double turns);

}  // namespace kparity::generate
