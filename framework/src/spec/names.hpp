// Names in specs: which may stand there, and lists of names for messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kparity::spec {

/// Why `text` cannot name something in C++, or empty if it can: "'2d' is not an identifier".
std::string why_no_name(std::string_view text);

/// "a, b, c".
std::string join(const std::vector<std::string>& names, std::string_view separator = ", ");
/// " (did you mean 'x'?)" if one is near, else "; <words>: a, b, c" (at most 20 of them), or "" without any.
std::string suggestion(std::string_view name, const std::vector<std::string>& known, std::string_view words);

}  // namespace kparity::spec
