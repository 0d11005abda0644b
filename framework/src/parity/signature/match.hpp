// Compares a declaration with a signature of the spec. A template matches if its type parameters can be chosen so that
// all types agree.
#pragma once

#include <string>
#include <vector>

#include "kparity/signature.hpp"
#include "signature/declaration.hpp"

namespace kparity::parity::signature {

/// What differs, one line each, in the order of the parameters; empty if nothing.
std::vector<std::string> differences(const Signature& expected, const Declaration& found);

/// "(int n, const T* x)".
std::string parameter_list(const Declaration& declaration);

}  // namespace kparity::parity::signature
