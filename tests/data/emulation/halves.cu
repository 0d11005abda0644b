#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "check.cuh"

__global__ void halves(int* failures, float one) {
  const __half h = __float2half(one * 1.5f);
  CHECK(__half_as_ushort(h) == 0x3e00);
  CHECK(__half2float(__ushort_as_half(0x3555)) == 0.333251953125f);
  CHECK(__half_as_ushort(__float2half(65504.0f * one)) == 0x7bff);
  CHECK(__half_as_ushort(__float2half(65520.0f * one)) == 0x7c00);
  CHECK(__half_as_ushort(__float2half_rz(65520.0f * one)) == 0x7bff);
  CHECK(__half_as_ushort(__float2half(5.960464e-8f * one)) == 0x0001);
  CHECK(__half_as_ushort(__float2half(2.9e-8f * one)) == 0x0000);
  CHECK(__half_as_ushort(__float2half_ru(2.9e-8f * one)) == 0x0001);
  CHECK(__half_as_ushort(__float2half(1.00048828125f * one)) == 0x3c00);
  CHECK(__half_as_ushort(__float2half(1.00146484375f * one)) == 0x3c02);
  CHECK(__half_as_ushort(__float2half(-2.0f * one)) == 0xc000);
  CHECK(__half_as_ushort(__float2half_rd(1.0005f * one)) == 0x3c00);
  CHECK(__half2float(__hadd(h, h)) == 3.0f);
  CHECK(__half2float(__hsub(h, h)) == 0.0f);
  CHECK(__half2float(__hmul(h, h)) == 2.25f);
  CHECK(__half2float(__hdiv(h, __float2half(3.0f * one))) == 0.5f);
  CHECK(__half2float(__hfma(h, h, h)) == 3.75f);
  CHECK(__half2float(h + h * h) == 3.75f);
  CHECK(__half2float(-h) == -1.5f);
  CHECK(__half2float(__habs(-h)) == 1.5f);
  CHECK(__hgt(h, __float2half(1.0f)));
  CHECK(__heq(h, h));
  CHECK(h > __float2half(1.0f));
  CHECK(__half2float(__hmax(h, __float2half(2.0f))) == 2.0f);
  CHECK(__hisnan(__ushort_as_half(0x7e01)));
  CHECK(__hisinf(__ushort_as_half(0xfc00)) == -1);
  CHECK(__half2float(hsqrt(__float2half(4.0f * one))) == 2.0f);
  CHECK(__half2float(hrcp(__float2half(4.0f * one))) == 0.25f);
  CHECK(__half2float(hfloor(h)) == 1.0f);
  CHECK(__half2float(hexp2(__float2half(3.0f * one))) == 8.0f);
  CHECK(__half2int_rn(__float2half(2.5f * one)) == 2);
  CHECK(__half2int_rz(__float2half(-2.7f * one)) == -2);
  CHECK(__half2float(__int2half_rn(7)) == 7.0f);
  const __half2 pair = __floats2half2_rn(one, 2 * one);
  CHECK(__low2float(pair) == 1.0f && __high2float(pair) == 2.0f);
  const __half2 sum = __hadd2(pair, pair);
  CHECK(__half2float(__high2half(sum)) == 4.0f);
  CHECK(__low2float(__hfma2(pair, pair, pair)) == 2.0f);
  CHECK(__hbeq2(pair, pair));
  CHECK(__low2float(__lowhigh2highlow(pair)) == 2.0f);
  CHECK(__low2float(__highs2half2(pair, sum)) == 2.0f && __high2float(__lows2half2(pair, sum)) == 2.0f);
  CHECK(__high2float(make_half2(h, __float2half(2.0f))) == 2.0f);
  CHECK(__high2float(make_bfloat162(__float2bfloat16(1.0f), __float2bfloat16(2.0f))) == 2.0f);
  const float2 wide = __half22float2(pair);
  CHECK(wide.y == 2.0f);
  CHECK(sizeof(__half) == 2 && sizeof(__half2) == 4);

  const __nv_bfloat16 b = __float2bfloat16(one * 1.5f);
  CHECK(__bfloat16_as_ushort(b) == 0x3fc0);
  CHECK(__bfloat162float(__hadd(b, b)) == 3.0f);
  CHECK(__bfloat16_as_ushort(__float2bfloat16(one * 1.00390625f)) == 0x3f80);
  CHECK(__bfloat16_as_ushort(__float2bfloat16(one * 1.01171875f)) == 0x3f82);
  CHECK(__bfloat16_as_ushort(__float2bfloat16_rz(one * 1.0117f)) == 0x3f81);
  CHECK(__bfloat162float(__hfma(b, b, b)) == 3.75f);
  CHECK(__bfloat162float(hsqrt(__float2bfloat16(4.0f * one))) == 2.0f);
  const __nv_bfloat162 two = __floats2bfloat162_rn(one, 2 * one);
  CHECK(__bfloat1622float2(__hmul2(two, two)).y == 4.0f);
  CHECK(b < __float2bfloat16(2.0f));
}
