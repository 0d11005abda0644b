// Which names a kernel may have: it becomes a function in C++ and in CUDA, and part of C symbols.
#pragma once

#include <string>
#include <string_view>

namespace kparity {

/// Throws InvalidArgument if `name` is no C identifier, a C++ keyword, or a built-in name of CUDA.
void check_kernel_name(std::string_view name);

/// Why check_kernel_name would refuse; empty if it would not.
std::string kernel_name_problem(std::string_view name);

}  // namespace kparity
