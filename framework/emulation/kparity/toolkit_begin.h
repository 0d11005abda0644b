// Before a header of an installed toolkit (cuda/std/...): it is to take this for a host compiler without CUDA, and to see
// the C library's own names. Included again and again; toolkit_end.h puts everything back.
#pragma push_macro("KPARITY_TOOLKIT_HEADER")
#pragma push_macro("__CUDACC__")
#pragma push_macro("__CUDACC_RTC__")
#pragma push_macro("__CUDA_ARCH__")
#pragma push_macro("clock")
#pragma push_macro("assert")
#pragma push_macro("fpclassify")
#undef KPARITY_TOOLKIT_HEADER
#define KPARITY_TOOLKIT_HEADER 1
#undef __CUDACC__
#undef __CUDACC_RTC__
#undef __CUDA_ARCH__
#undef clock
#undef fpclassify
// Its small floating-point types need its own headers, which would meet those of the emulation.
#undef CCCL_DISABLE_FP16_SUPPORT
#undef CCCL_DISABLE_BF16_SUPPORT
#undef CCCL_DISABLE_NVFP8_SUPPORT
#define CCCL_DISABLE_FP16_SUPPORT
#define CCCL_DISABLE_BF16_SUPPORT
#define CCCL_DISABLE_NVFP8_SUPPORT
