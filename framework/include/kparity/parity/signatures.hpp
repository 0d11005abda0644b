// Compares the parameters that each source file of a kernel declares with the signature in its spec: names, order,
// types, constness. C++ and CUDA files are read with libclang, opened at run time; Fortran files with `gfortran
// -fc-prototypes`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kparity/result/result.hpp"
#include "kparity/spec/folder.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// One outcome per kernel: pass, signature (every differing file with both lists), or unchecked with the reason.
result::Outcome check_signature(const spec::KernelSpec& spec, const spec::KernelFolder& folder);

struct CheckedKernel {
  spec::KernelSpec spec;
  spec::KernelFolder folder;
};

/// One outcome per kernel, in their order.
std::vector<result::Outcome> check_signatures(std::span<const CheckedKernel> kernels);

/// All kernels whose verdict is `signature` in one text, one a line; empty if there is none.
std::string differing_kernels(const std::vector<result::Outcome>& outcomes);

/// "libclang 14.0.6 (libclang-14.so.1)" or why there is none.
std::string libclang_version();

}  // namespace kparity::parity
