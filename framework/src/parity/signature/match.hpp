// Compares a declaration with a signature of the spec. A template matches if its type parameters can be chosen so that
// all types agree.
#pragma once

#include <string>
#include <vector>

#include "kparity/signature.hpp"
#include "signature/declaration.hpp"

namespace kparity::parity::signature {

/// What differs, one line each, in the order of the parameters; empty if nothing.
/// `returns` is "void" for a kernel.
std::vector<std::string> differences(const Signature& expected, const Declaration& found,
                                     const std::string& returns = "void");

/// How the layout of a structure in a source differs from that of the spec, field by field: "field 'x' of 'Pair': 8
/// bytes at offset 0 in the spec, 8 bytes at offset 8 in the source". A field that the source lacks is not mentioned
/// here.
std::vector<std::string> layout_differences(const Parameter& expected, const StructureLayout& found);

/// "(int n, const T* x)".
std::string parameter_list(const Declaration& declaration);

}  // namespace kparity::parity::signature
