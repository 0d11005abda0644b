// The signature check with its tools given by the caller, so that a test can take them away.
#pragma once

#include <string>

#include "kparity/parity/signatures.hpp"
#include "signature/libclang.hpp"

namespace kparity::parity::signature {

struct Tools {
  LibclangOrReason libclang;
  std::string fortran_compiler = "gfortran";
};

result::Outcome check(const spec::KernelSpec& spec, const spec::KernelFolder& folder, const Tools& tools);

}  // namespace kparity::parity::signature
