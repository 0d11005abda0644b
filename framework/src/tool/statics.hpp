// What the CUDA compiler makes of kernels, which needs no device: registers, local and shared memory, size of the code.
#pragma once

#include <vector>

#include "kparity/bench/bench.hpp"
#include "kparity/result/measurement.hpp"

namespace kparity::tool {

/// For the architectures that checks compile for; nothing without NVRTC, and nothing of a kernel that does not compile.
std::vector<result::StaticFacts> static_facts(const std::vector<bench::Task>& tasks);

}  // namespace kparity::tool
