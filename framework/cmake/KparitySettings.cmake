# Compiler settings shared by every target of this project, as an interface target that is never exported.
add_library(kparity_settings INTERFACE)
target_compile_features(kparity_settings INTERFACE cxx_std_20)
# GCC 12 reports the three switched off for it inside its own std::string and std::sort once they are inlined.
target_compile_options(kparity_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-array-bounds -Wno-maybe-uninitialized>
  $<$<BOOL:${KPARITY_WARNINGS_AS_ERRORS}>:-Werror>)
