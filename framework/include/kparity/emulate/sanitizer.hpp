// What the compiler of kernels has for AddressSanitizer. Its own runtime is needed, since the two must fit.
#pragma once

#include <string>

namespace kparity::emulate {

/// The shared runtime of AddressSanitizer of the compiler that compiles kernels; empty if it has none. Throws
/// RuntimeFailure if there is no compiler.
std::string address_sanitizer_runtime();

}  // namespace kparity::emulate
