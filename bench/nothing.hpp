// A kernel that does nothing, so that all a call of it takes is the call; for the programs that measure launches.
#pragma once

#include "kparity/runtime.hpp"

namespace kparity {

inline void nothing(double, const double*, double*, int) {}

/// With a host version and a `.cu` version of `nothing`, launched with `threads: n`.
inline Kernel kernel_of_nothing() {
  CudaSource source;
  source.files = {{"nothing_cuda.cu", "__global__ void nothing(double, const double*, double*, int) {}\n"}};
  LaunchRule rule;
  rule.threads = {Expression("n")};
  return Kernel("nothing", {host<&nothing>()},
                {.host = {.parameters = {"a", "x", "y", "n"}}, .launch = rule, .cuda = source});
}

}  // namespace kparity
