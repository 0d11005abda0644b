// What cannot be emulated, found among the tokens of the user's text: each feature with the words to refuse it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kparity/emulate/token.hpp"
#include "kparity/error.hpp"

namespace kparity::emulate {

/// The kernel uses something that has no emulation. what() names file and line, the feature, and what to do.
class CannotEmulate : public ImplementationUnavailable {
 public:
  using ImplementationUnavailable::ImplementationUnavailable;
};

/// One row of the list of what is refused.
struct Refused {
  std::string_view name;     // an identifier, "cuda::barrier" or "<<<"; "tex*" means all that begin so
  std::string_view feature;  // "inline PTX"
};
std::span<const Refused> refused_features();

/// The feature that `tokens[at]` uses, if it is a refused one.
std::optional<std::string_view> refused_at(std::span<const Token> tokens, std::size_t at);

/// Throws CannotEmulate.
[[noreturn]] void refuse(const Tokens& tokens, const Token& at, std::string_view feature);

}  // namespace kparity::emulate
