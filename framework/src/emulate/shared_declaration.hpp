// One `__shared__` declaration and what it becomes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/emulate/token.hpp"

namespace kparity::emulate {

struct SharedDeclaration {
  bool dynamic = false;            // extern __shared__ T s[];
  std::vector<std::string> names;  // in order
  std::string declaration;         // without __shared__, static and extern: "double a[16], b"
};

/// Parses the tokens of a declaration, from its first specifier up to its `;` (not included). Returns names empty if it
/// is of a form that is not known.
SharedDeclaration parse_shared(std::span<const Token> tokens);

/// The statements that stand for it, in one line; `number` makes its names unique.
std::string replacement(const SharedDeclaration& declaration, std::size_t number);

}  // namespace kparity::emulate
