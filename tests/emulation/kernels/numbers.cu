// Number formats and functions of the device: half, bfloat16, complex, packed integers, rounding, vectors.
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math_constants.h>

#include "data.cuh"

__device__ void dot_of_halves(const Data& d) {
  const int i = thread_of_grid();
  __half2 sum = __float2half2_rn(0.0f);
  for (int k = 0; k < 4; ++k) {
    const __half2 x = __floats2half2_rn(d.in[i + 2 * k], d.in[i + 2 * k + 1]);
    sum = __hfma2(x, __float2half2_rn(0.5f), sum);
  }
  d.out[i] = __half2float(__hadd(__low2half(sum), __high2half(sum)));
}

/// A bfloat16 has eight bits of precision.
__device__ void rounded_to_bfloat16(const Data& d) {
  const int i = thread_of_grid();
  const __nv_bfloat16 value = __float2bfloat16(static_cast<float>(d.numbers[i]));
  d.out[i] = __bfloat162float(__hmul(value, __float2bfloat16(2.0f)));
}

__device__ void rounds_of_a_complex_number(const Data& d) {
  const int i = thread_of_grid();
  const cuFloatComplex c = make_cuFloatComplex(0.25f * d.in[i], 0.25f * d.in[i + 1]);
  cuFloatComplex z = make_cuFloatComplex(0, 0);
  int rounds = 0;
  while (rounds < 50 && cuCrealf(cuCmulf(z, cuConjf(z))) < 4) {
    z = cuCaddf(cuCmulf(z, z), c);
    ++rounds;
  }
  d.counts[i] = rounds;
}

__device__ void bits(const Data& d) {
  const int i = thread_of_grid();
  const unsigned x = static_cast<unsigned>(d.numbers[i]), y = static_cast<unsigned>(d.numbers[i + 1]);
  unsigned mixed = __brev(x) ^ __byte_perm(y, 0, 0x0123);
  mixed += __funnelshift_l(x, x, 5) +
           static_cast<unsigned>(__popc(x) + __clz(static_cast<int>(x)) + __ffs(static_cast<int>(y)));
  mixed ^= __vabsdiffu4(x, y);
  d.counts[i] =
      __dp4a(static_cast<int>(x), static_cast<int>(y), static_cast<int>(mixed)) + __mulhi(1 << 20, d.numbers[i]);
}

__device__ void functions(const Data& d) {
  const int i = thread_of_grid();
  const float x = 0.125f * d.in[i];
  float sine = 0, cosine = 0;
  sincospif(x, &sine, &cosine);
  d.out[4 * i] = fmaf(2.0f, sine, cosine);
  d.out[4 * i + 1] = normcdff(x) + erfcf(x);
  d.out[4 * i + 2] = static_cast<float>(rcbrt(1.0 + x * x) + exp10(0.25 * x));
  d.out[4 * i + 3] = hypotf(x, 1.0f) * CUDART_PI_F;
}

__device__ void rounding(const Data& d) {
  const int i = thread_of_grid();
  const float x = 0.25f * d.in[i];
  const bool is_bracketed = __fdiv_rd(1.0f, 3.0f) < __fdiv_ru(1.0f, 3.0f);
  d.counts[i] = __float2int_rn(x) + 100 * __float2int_rd(x) + 10000 * __float2int_ru(x) + (is_bracketed ? 1 << 24 : 0);
}

__device__ void vectors(const Data& d) {
  const int i = thread_of_grid();
  const float4 four = __ldg(reinterpret_cast<const float4*>(d.in) + i);
  const uchar4 parts = make_uchar4(1, 2, 3, 4);
  const int2 two = reinterpret_cast<const int2*>(d.numbers)[i];
  reinterpret_cast<float2*>(d.out)[i] =
      make_float2(four.x * parts.x + four.w * parts.w, static_cast<float>(two.x % 7 - two.y % 7));
}

__global__ void numbers(int which, Data d) {
  switch (which) {
    case 0: return dot_of_halves(d);
    case 1: return rounded_to_bfloat16(d);
    case 2: return rounds_of_a_complex_number(d);
    case 3: return bits(d);
    case 4: return functions(d);
    case 5: return rounding(d);
    case 6: return vectors(d);
  }
}
