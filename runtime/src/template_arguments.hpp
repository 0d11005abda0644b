// The template arguments with which a kernel's function is named, for NVRTC and for the emulation alike.
#pragma once

#include <string>

#include "kparity/definition.hpp"

namespace kparity {

/// "float,3" where the source says so, else the types of the signature in their order.
std::string template_arguments(const CudaSource& source, const Signature& signature);

}  // namespace kparity
