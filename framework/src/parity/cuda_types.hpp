// What the CUDA compiler says about the type of a kernel, parameter by parameter against the signature of the spec. The
// compiler gives one text with all types in it and no place; a person needs the parameter and the line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kparity/signature.hpp"

namespace kparity::parity {

/// "parameter 2 'x': the spec says const double*, the compiler sees const float*", one line each in the order of the
/// parameters, numbered from 1. `actual` is a function pointer type as the compiler spells it:
/// "void (*)(double, const float *, int)". Empty if it is not such a type, or if the two spellings do not differ.
std::vector<std::string> type_differences(const Signature& expected, std::string_view actual);

/// The line (from 1) in which the text of a `.cu` file names `__global__ ... kernel(`; 0 if it does not. Comments do
/// not count.
int line_of_kernel(std::string_view text, std::string_view kernel);

}  // namespace kparity::parity
