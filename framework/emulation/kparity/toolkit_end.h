// Behind a header of an installed toolkit: what toolkit_begin.h took away comes back.
// Included again and again.
#pragma pop_macro("fpclassify")
#pragma pop_macro("assert")
#pragma pop_macro("clock")
#pragma pop_macro("__CUDA_ARCH__")
#pragma pop_macro("__CUDACC_RTC__")
#pragma pop_macro("__CUDACC__")
#pragma pop_macro("KPARITY_TOOLKIT_HEADER")
