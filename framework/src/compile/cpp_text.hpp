// Pieces of C++ source.
#pragma once

#include <string>
#include <string_view>

namespace kparity::compile {

/// A string literal whose value is `text`, byte for byte.
std::string cpp_literal(std::string_view text);
/// A `std::string` expression whose value is `text`, one literal a line, in pieces that every compiler takes.
std::string cpp_long_string(std::string_view text, const std::string& indent);
/// `"path"` as in an include directive. Throws InvalidArgument for a path with a quote or a line break.
std::string cpp_path(const std::string& path);

}  // namespace kparity::compile
