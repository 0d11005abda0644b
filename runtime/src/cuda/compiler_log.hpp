// The words of the CUDA compiler, and the line of them that a person should see first.
#pragma once

#include <string>
#include <string_view>

namespace kparity::cuda {

/// "path/axpy_cuda.cu:12: identifier "m" is undefined": the first error in a log, or its first line if none is
/// recognised.
std::string first_error(std::string_view log);

/// The headline for a program that did not compile: as first_error, but an error in the check of the kernel's type is
/// told as such.
std::string headline(std::string_view log, const std::string& kernel, const std::string& path,
                     const std::string& declaration);

}  // namespace kparity::cuda
