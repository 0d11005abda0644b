// Compiles the `.cu` of a kernel for several architectures without a GPU: types, constness and layout against the spec,
// by the CUDA compiler itself.
#pragma once

#include <string>
#include <vector>

#include "kparity/kernel.hpp"
#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// sm_80, sm_90 and the newest that NVRTC knows; empty without NVRTC.
std::vector<std::string> checked_architectures();

/// pass; signature: types, number or layout of the parameters are not those of the spec; limit: the code does not allow
/// the block of the spec; broken: it does not compile; skipped without NVRTC. No architectures: the checked ones.
result::Outcome check_cuda_compile(const spec::KernelSpec& spec, const Kernel& kernel,
                                   const std::vector<std::string>& architectures = {});

}  // namespace kparity::parity
