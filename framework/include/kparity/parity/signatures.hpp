// Compares the parameters that each source file of a kernel declares with the signature in its spec: names, order,
// types, constness. C++ and CUDA files are read with libclang, opened at run time; Fortran files with `gfortran
// -fc-prototypes`.
#pragma once

#include "kparity/result/result.hpp"
#include "kparity/spec/folder.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// One outcome per kernel: pass, signature (every differing file with both lists), or unchecked with the reason.
result::Outcome check_signature(const spec::KernelSpec& spec, const spec::KernelFolder& folder);

/// "libclang 14.0.6 (libclang-14.so.1)" or why there is none.
std::string libclang_version();

}  // namespace kparity::parity
