// kparity's own headers for CUDA kernels (`#include <kparity/index.cuh>`), handed to the compiler in memory, so that
// they are found without the source tree and without an installation.
#pragma once

#include <vector>

#include "kparity/definition.hpp"

namespace kparity::cuda {

const std::vector<CudaSource::File>& kernel_headers();

}  // namespace kparity::cuda
