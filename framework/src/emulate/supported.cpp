// The names that kernels may use, by group. Each occurs in a kernel of tests/data/emulation, which checks its value
// here and which the device compiler takes, too.
#include "kparity/emulate/supported.hpp"

#include "refusal.hpp"

namespace kparity::emulate {

std::span<const SupportedGroup> supported_groups() {
  // clang-format off
  static constexpr SupportedGroup groups[] = {
    {"qualifiers",
     "__global__ __device__ __host__ __constant__ __shared__ __launch_bounds__ __forceinline__ "
     "__noinline__ __align__"},
    {"built-in variables",
     "threadIdx blockIdx blockDim gridDim warpSize"},
    {"vector types",
     "make_char1 make_char2 make_char3 make_char4 make_uchar1 make_uchar2 make_uchar3 make_uchar4 "
     "make_short1 make_short2 make_short3 make_short4 make_ushort1 make_ushort2 make_ushort3 "
     "make_ushort4 make_int1 make_int2 make_int3 make_int4 make_uint1 make_uint2 make_uint3 make_uint4 "
     "make_long1 make_long2 make_long3 make_ulong1 make_ulong2 make_ulong3 make_longlong1 make_longlong2 "
     "make_longlong3 make_ulonglong1 make_ulonglong2 make_ulonglong3 make_float1 make_float2 make_float3 "
     "make_float4 make_double1 make_double2 make_double3"},
    {"loads and stores",
     "__ldg __ldca __ldcg __ldcs __ldlu __ldcv __stwb __stcg __stcs __stwt"},
    {"integers",
     "__clz __clzll __popc __popcll __ffs __ffsll __fns __brev __brevll __byte_perm __mul24 __umul24 "
     "__mulhi __umulhi __mul64hi __umul64hi __sad __usad __hadd __rhadd __uhadd __urhadd __funnelshift_l "
     "__funnelshift_lc __funnelshift_r __funnelshift_rc __dp4a __dp2a_lo __dp2a_hi min max abs umin umax "
     "llmin llmax ullmin ullmax"},
    {"packed integers",
     "__vadd2 __vaddss2 __vaddus2 __vsub2 __vsubss2 __vsubus2 __vavgs2 __vavgu2 __vhaddu2 __vabsdiffs2 "
     "__vabsdiffu2 __vmaxs2 __vmaxu2 __vmins2 __vminu2 __vcmpeq2 __vcmpne2 __vcmpges2 __vcmpgeu2 "
     "__vcmpgts2 __vcmpgtu2 __vcmples2 __vcmpleu2 __vcmplts2 __vcmpltu2 __vseteq2 __vsetne2 __vsetges2 "
     "__vsetgeu2 __vsetgts2 __vsetgtu2 __vsetles2 __vsetleu2 __vsetlts2 __vsetltu2 __vabs2 __vabsss2 "
     "__vneg2 __vnegss2 __vsads2 __vsadu2 __vadd4 __vaddss4 __vaddus4 __vsub4 __vsubss4 __vsubus4 "
     "__vavgs4 __vavgu4 __vhaddu4 __vabsdiffs4 __vabsdiffu4 __vmaxs4 __vmaxu4 __vmins4 __vminu4 "
     "__vcmpeq4 __vcmpne4 __vcmpges4 __vcmpgeu4 __vcmpgts4 __vcmpgtu4 __vcmples4 __vcmpleu4 __vcmplts4 "
     "__vcmpltu4 __vseteq4 __vsetne4 __vsetges4 __vsetgeu4 __vsetgts4 __vsetgtu4 __vsetles4 __vsetleu4 "
     "__vsetlts4 __vsetltu4 __vabs4 __vabsss4 __vneg4 __vnegss4 __vsads4 __vsadu4"},
    {"sums and extremes (DPX)",
     "__viaddmax_s32 __viaddmax_s32_relu __viaddmax_u32 __viaddmax_s16x2 __viaddmax_s16x2_relu "
     "__viaddmax_u16x2 __viaddmin_s32 __viaddmin_s32_relu __viaddmin_u32 __viaddmin_s16x2 "
     "__viaddmin_s16x2_relu __viaddmin_u16x2 __vimax3_s32 __vimax3_s32_relu __vimax3_u32 "
     "__vimax3_s16x2 __vimax3_s16x2_relu __vimax3_u16x2 __vimin3_s32 __vimin3_s32_relu __vimin3_u32 "
     "__vimin3_s16x2 __vimin3_s16x2_relu __vimin3_u16x2 __vimax_s32_relu __vimin_s32_relu "
     "__vimax_s16x2_relu __vimin_s16x2_relu __vibmax_s32 __vibmax_u32 __vibmax_s16x2 __vibmax_u16x2 "
     "__vibmin_s32 __vibmin_u32 __vibmin_s16x2 __vibmin_u16x2"},
    {"conversions and rounding",
     "__float_as_int __float_as_uint __int_as_float __uint_as_float __double_as_longlong "
     "__longlong_as_double __double2hiint __double2loint __hiloint2double __fadd_rn __fadd_rd "
     "__fadd_ru __fadd_rz __fsub_rn __fsub_rd __fsub_ru __fsub_rz __fmul_rn __fmul_rd __fmul_ru "
     "__fmul_rz __fdiv_rn __fdiv_rd __fdiv_ru __fdiv_rz __frcp_rn __frcp_rd __frcp_ru __frcp_rz "
     "__fsqrt_rn __fsqrt_rd __fsqrt_ru __fsqrt_rz __fmaf_rn __fmaf_rd __fmaf_ru __fmaf_rz __dadd_rn "
     "__dadd_rd __dadd_ru __dadd_rz __dsub_rn __dsub_rd __dsub_ru __dsub_rz __dmul_rn __dmul_rd "
     "__dmul_ru __dmul_rz __ddiv_rn __ddiv_rd __ddiv_ru __ddiv_rz __drcp_rn __drcp_rd __drcp_ru "
     "__drcp_rz __dsqrt_rn __dsqrt_rd __dsqrt_ru __dsqrt_rz __fma_rn __fma_rd __fma_ru __fma_rz "
     "__double2float_rn __double2float_rd __double2float_ru __double2float_rz __int2float_rn "
     "__int2float_rd __int2float_ru __int2float_rz __uint2float_rn __uint2float_rd __uint2float_ru "
     "__uint2float_rz __ll2float_rn __ll2float_rd __ll2float_ru __ll2float_rz __ull2float_rn "
     "__ull2float_rd __ull2float_ru __ull2float_rz __ll2double_rn __ll2double_rd __ll2double_ru "
     "__ll2double_rz __ull2double_rn __ull2double_rd __ull2double_ru __ull2double_rz __int2double_rn "
     "__uint2double_rn __frsqrt_rn __float2int_rz __float2int_rn __float2int_ru __float2int_rd "
     "__float2uint_rz __float2uint_rn __float2uint_ru __float2uint_rd __float2ll_rz __float2ll_rn "
     "__float2ll_ru __float2ll_rd __float2ull_rz __float2ull_rn __float2ull_ru __float2ull_rd "
     "__double2int_rz __double2int_rn __double2int_ru __double2int_rd __double2uint_rz "
     "__double2uint_rn __double2uint_ru __double2uint_rd __double2ll_rz __double2ll_rn __double2ll_ru "
     "__double2ll_rd __double2ull_rz __double2ull_rn __double2ull_ru __double2ull_rd __fmaf_ieee_rn "
     "__fmaf_ieee_rd __fmaf_ieee_ru __fmaf_ieee_rz"},
    {"pairs of floats",
     "__fadd2_rn __fadd2_rd __fadd2_ru __fadd2_rz __fmul2_rn __fmul2_rd __fmul2_ru __fmul2_rz __ffma2_rn __ffma2_rd "
     "__ffma2_ru __ffma2_rz"},
    {"mathematics",
     "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p "
     "logb sqrt cbrt erf erfc tgamma lgamma j0 j1 jn y0 y1 yn floor ceil trunc round rint nearbyint fabs atan2 fmod "
     "remainder copysign nextafter fdim fmax fmin hypot pow fma ldexp scalbn scalbln frexp modf remquo "
     "ilogb lrint llrint lround llround abs min max isnan isfinite signbit isinf sincos exp10 rsqrt "
     "rcbrt sinpi cospi sincospi rhypot norm3d norm4d rnorm3d rnorm4d norm rnorm normcdf erfcx erfcinv "
     "erfinv normcdfinv cyl_bessel_i0 cyl_bessel_i1 rsqrtf rcbrtf sinpif cospif normcdff normcdfinvf "
     "erfinvf erfcinvf erfcxf cyl_bessel_i0f cyl_bessel_i1f sincospif rhypotf norm3df norm4df rnorm3df "
     "rnorm4df normf rnormf __sinf __cosf __tanf __expf __logf __log2f __log10f __powf __exp10f "
     "__sincosf __fdividef fdividef __saturatef sinf cosf tanf asinf acosf atanf sinhf coshf tanhf "
     "asinhf atanhf expf exp2f exp10f expm1f logf log2f log10f log1pf sqrtf cbrtf erff erfcf tgammaf "
     "lgammaf floorf ceilf truncf roundf rintf nearbyintf fabsf acoshf atan2f fmodf remainderf "
     "copysignf fdimf fmaxf fminf hypotf powf nextafterf fmaf ldexpf scalbnf scalblnf frexpf modff "
     "remquof ilogbf logbf lrintf llrintf lroundf llroundf labs llabs sincosf __tanhf nan nanf j0f "
     "j1f jnf y0f y1f ynf"},
    {"atomics",
     "atomicAdd atomicAdd_block atomicAdd_system atomicSub atomicSub_block atomicSub_system atomicExch "
     "atomicExch_block atomicExch_system atomicMin atomicMin_block atomicMin_system atomicMax "
     "atomicMax_block atomicMax_system atomicInc atomicInc_block atomicInc_system atomicDec "
     "atomicDec_block atomicDec_system atomicAnd atomicAnd_block atomicAnd_system atomicOr "
     "atomicOr_block atomicOr_system atomicXor atomicXor_block atomicXor_system atomicCAS "
     "atomicCAS_block atomicCAS_system"},
    {"barriers, fences, warps",
     "__syncthreads __syncthreads_count __syncthreads_and __syncthreads_or __threadfence_block "
     "__threadfence __threadfence_system __syncwarp __all_sync __any_sync __ballot_sync __activemask "
     "__match_any_sync __match_all_sync __reduce_add_sync __reduce_min_sync __reduce_max_sync "
     "__reduce_and_sync __reduce_or_sync __reduce_xor_sync __shfl_sync __shfl_up_sync __shfl_down_sync "
     "__shfl_xor_sync"},
    {"control",
     "printf assert __trap __nanosleep clock clock64 __builtin_assume __brkpt"},
    {"address spaces",
     "__isGlobal __isShared __isLocal __cvta_generic_to_global __cvta_generic_to_shared __cvta_generic_to_local "
     "__cvta_global_to_generic __cvta_shared_to_generic __cvta_local_to_generic"},
    {"half: <cuda_fp16.h>",
     "__hadd __hadd2 __hsub __hsub2 __hmul __hmul2 __hadd_rn __hadd2_rn __hsub_rn __hsub2_rn __hmul_rn "
     "__hmul2_rn __hadd_sat __hadd2_sat __hmul_sat __hmul2_sat __hmax __hmax2 __hmin __hmin2 __hdiv "
     "__h2div __hfma __hfma2 __hneg __hneg2 __habs __habs2 __heq __hequ __heq2 __hequ2 __hne __hneu "
     "__hne2 __hneu2 __hlt __hltu __hlt2 __hltu2 __hgt __hgtu __hgt2 __hgtu2 __hle __hleu __hle2 "
     "__hleu2 __hge __hgeu __hge2 __hgeu2 __hbeq2 __hbne2 __hblt2 __hbgt2 __hble2 __hbge2 __hisnan "
     "__hisinf hsqrt h2sqrt hrsqrt h2rsqrt hrcp h2rcp hexp h2exp hexp2 h2exp2 hexp10 h2exp10 hlog "
     "h2log hlog2 h2log2 hlog10 h2log10 hsin h2sin hcos h2cos htanh h2tanh hfloor h2floor hceil h2ceil "
     "htrunc h2trunc hrint h2rint __float2half __float2half_rn __float2half_rz __float2half_rd "
     "__float2half_ru __double2half __half2float __float2half2_rn __floats2half2_rn __float22half2_rn "
     "__half22float2 __half2half2 __halves2half2 __low2half __high2half __low2half2 __high2half2 "
     "__int2half_rn __uint2half_rn __ll2half_rn __half2int_rn __half2int_rz __half2int_rd "
     "__half2int_ru __half2uint_rz __half_as_ushort __half_as_short __ushort_as_half __short_as_half "
     "__low2float __high2float __lows2half2 __highs2half2 __lowhigh2highlow make_half2 __int2half_rz "
     "__int2half_rd __int2half_ru __half2uint_rn __uint2half_rz __uint2half_rd __half2uint_rd "
     "__uint2half_ru __half2uint_ru __short2half_rn __half2short_rn __short2half_rz __half2short_rz "
     "__short2half_rd __half2short_rd __short2half_ru __half2short_ru __ushort2half_rn "
     "__half2ushort_rn __ushort2half_rz __half2ushort_rz __ushort2half_rd __half2ushort_rd "
     "__ushort2half_ru __half2ushort_ru __half2ll_rn __ll2half_rz __half2ll_rz __ll2half_rd "
     "__half2ll_rd __ll2half_ru __half2ll_ru __ull2half_rn __half2ull_rn __ull2half_rz __half2ull_rz "
     "__ull2half_rd __half2ull_rd __ull2half_ru __half2ull_ru __half2char_rz __half2uchar_rz "
     "__hsub_sat __hsub2_sat __hfma_sat __hfma2_sat __hfma_relu __hfma2_relu __hmax_nan __hmax2_nan "
     "__hmin_nan __hmin2_nan __hisnan2 __hcmadd htanh_approx h2tanh_approx __heq2_mask __hequ2_mask "
     "__hbequ2 __hne2_mask __hneu2_mask __hbneu2 __hlt2_mask __hltu2_mask __hbltu2 __hgt2_mask "
     "__hgtu2_mask __hbgtu2 __hle2_mask __hleu2_mask __hbleu2 __hge2_mask __hgeu2_mask __hbgeu2"},
    {"bfloat16: <cuda_bf16.h>",
     "__hadd __hadd2 __hsub __hsub2 __hmul __hmul2 __hadd_rn __hadd2_rn __hsub_rn __hsub2_rn __hmul_rn "
     "__hmul2_rn __hadd_sat __hadd2_sat __hmul_sat __hmul2_sat __hmax __hmax2 __hmin __hmin2 __hdiv "
     "__h2div __hfma __hfma2 __hneg __hneg2 __habs __habs2 __heq __hequ __heq2 __hequ2 __hne __hneu "
     "__hne2 __hneu2 __hlt __hltu __hlt2 __hltu2 __hgt __hgtu __hgt2 __hgtu2 __hle __hleu __hle2 "
     "__hleu2 __hge __hgeu __hge2 __hgeu2 __hbeq2 __hbne2 __hblt2 __hbgt2 __hble2 __hbge2 __hisnan "
     "__hisinf hsqrt h2sqrt hrsqrt h2rsqrt hrcp h2rcp hexp h2exp hexp2 h2exp2 hexp10 h2exp10 hlog "
     "h2log hlog2 h2log2 hlog10 h2log10 hsin h2sin hcos h2cos htanh h2tanh hfloor h2floor hceil h2ceil "
     "htrunc h2trunc hrint h2rint __float2bfloat16 __float2bfloat16_rn __float2bfloat16_rz "
     "__float2bfloat16_rd __float2bfloat16_ru __double2bfloat16 __bfloat162float __float2bfloat162_rn "
     "__floats2bfloat162_rn __float22bfloat162_rn __bfloat1622float2 __bfloat162bfloat162 "
     "__halves2bfloat162 __low2bfloat16 __high2bfloat16 __low2bfloat162 __high2bfloat162 "
     "__int2bfloat16_rn __uint2bfloat16_rn __ll2bfloat16_rn __bfloat162int_rn __bfloat162int_rz "
     "__bfloat162int_rd __bfloat162int_ru __bfloat162uint_rz __bfloat16_as_ushort __bfloat16_as_short "
     "__ushort_as_bfloat16 __short_as_bfloat16 __low2float __high2float make_bfloat162 "
     "__int2bfloat16_rz __int2bfloat16_rd __int2bfloat16_ru __bfloat162uint_rn __uint2bfloat16_rz "
     "__uint2bfloat16_rd __bfloat162uint_rd __uint2bfloat16_ru __bfloat162uint_ru __short2bfloat16_rn "
     "__bfloat162short_rn __short2bfloat16_rz __bfloat162short_rz __short2bfloat16_rd "
     "__bfloat162short_rd __short2bfloat16_ru __bfloat162short_ru __ushort2bfloat16_rn "
     "__bfloat162ushort_rn __ushort2bfloat16_rz __bfloat162ushort_rz __ushort2bfloat16_rd "
     "__bfloat162ushort_rd __ushort2bfloat16_ru __bfloat162ushort_ru __bfloat162ll_rn __ll2bfloat16_rz "
     "__bfloat162ll_rz __ll2bfloat16_rd __bfloat162ll_rd __ll2bfloat16_ru __bfloat162ll_ru "
     "__ull2bfloat16_rn __bfloat162ull_rn __ull2bfloat16_rz __bfloat162ull_rz __ull2bfloat16_rd "
     "__bfloat162ull_rd __ull2bfloat16_ru __bfloat162ull_ru __bfloat162char_rz __bfloat162uchar_rz "
     "__hsub_sat __hsub2_sat __hfma_sat __hfma2_sat __hfma_relu __hfma2_relu __hmax_nan __hmax2_nan "
     "__hmin_nan __hmin2_nan __hisnan2 __hcmadd htanh_approx h2tanh_approx __heq2_mask __hequ2_mask "
     "__hbequ2 __hne2_mask __hneu2_mask __hbneu2 __hlt2_mask __hltu2_mask __hbltu2 __hgt2_mask "
     "__hgtu2_mask __hbgtu2 __hle2_mask __hleu2_mask __hbleu2 __hge2_mask __hgeu2_mask __hbgeu2 "
     "__lows2bfloat162 __highs2bfloat162"},
    {"complex: <cuComplex.h>",
     "make_cuFloatComplex make_cuDoubleComplex make_cuComplex cuCrealf cuCimagf cuConjf cuCaddf cuCsubf "
     "cuCmulf cuCdivf cuCabsf cuCfmaf cuCreal cuCimag cuConj cuCadd cuCsub cuCmul cuCdiv cuCabs cuCfma "
     "cuComplexFloatToDouble cuComplexDoubleToFloat"},
    {"groups: <cooperative_groups.h>",
     "this_thread_block tiled_partition coalesced_threads binary_partition labeled_partition reduce "
     "inclusive_scan exclusive_scan"},
  };
  // clang-format on
  return groups;
}

std::span<const RefusedFeature> refused_list() {
  static const auto list = [] {
    std::vector<RefusedFeature> out;
    for (const Refused& each : refused_features()) {
      if (out.empty() || out.back().feature != each.feature) out.push_back({std::string(each.feature), {}});
      out.back().names.emplace_back(each.name);
    }
    return out;
  }();
  return list;
}

}  // namespace kparity::emulate
