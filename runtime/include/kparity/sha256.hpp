// SHA-256, for names in the cache and for checks of its files. Speed does not matter: sources are a few kilobytes.
#pragma once

#include <string>
#include <string_view>

namespace kparity {

/// 64 hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace kparity
