// What the compilers of kernels have of sanitizers: the runtime of AddressSanitizer, which has to fit the compiler, and
// -fsanitize=memory, which only clang has.
#pragma once

#include <string>
#include <vector>

namespace kparity::emulate {

/// The shared runtime of AddressSanitizer of the compiler that compiles kernels; empty if it has none. Throws
/// RuntimeFailure if there is no compiler.
std::string address_sanitizer_runtime();

/// A clang: the compiler of kernels if it is one, else the newest clang++ of PATH; empty if there is none.
std::vector<std::string> clang_compiler();

}  // namespace kparity::emulate
