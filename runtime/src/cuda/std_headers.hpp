// Small stand-ins for headers of the C++ library, which NVRTC lacks: what kernel code needs of them, handed over in
// memory. They only declare types, so they go together with the toolkit's own headers.
#pragma once

#include <vector>

#include "kparity/definition.hpp"

namespace kparity::cuda {

const std::vector<CudaSource::File>& std_headers();

/// All that a compilation gets in memory whatever it includes: these and kernel_headers().
const std::vector<CudaSource::File>& memory_headers();

}  // namespace kparity::cuda
