// Names as C++ knows them, and which of them a kernel may have: it becomes a function in C++ and in CUDA, and part of C
// symbols.
#pragma once

#include <string>
#include <string_view>

namespace kparity {

/// [A-Za-z_][A-Za-z0-9_]*
bool is_identifier(std::string_view text);

/// A reserved word of C++20, alternative tokens such as `and` included.
bool is_keyword(std::string_view text);

/// Throws InvalidArgument if `name` is no C identifier, a C++ keyword, or a built-in name of CUDA.
void check_kernel_name(std::string_view name);

/// Why check_kernel_name would refuse; empty if it would not.
std::string kernel_name_problem(std::string_view name);

}  // namespace kparity
