// Reads from compiled CUDA code what it says about its kernels, without a driver. The format is not documented by its
// maker: what is not recognised is reported as such, never guessed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/cuda_compile.hpp"

namespace kparity::cuda {

/// What the CUBIN `code` says about the kernel `symbol`; empty if there is no such kernel in it, or if it is damaged.
std::optional<CudaKernelFacts> kernel_facts(std::string_view code, const std::string& symbol);

/// How the parameters in the code differ from those of the signature; empty if they do not.
std::string difference(const CudaKernelFacts& facts, const Signature& signature);

/// What no device allows; empty if there is nothing.
std::string beyond_limits(const CudaKernelFacts& facts);

}  // namespace kparity::cuda
