// Lists of names in messages. (fmt::join draws a false warning of an overflow from GCC 12 at -O3.)
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kparity::generate {

/// "a, b, c"
inline std::string listed(const std::vector<std::string>& names, std::string_view separator = ", ") {
  std::string text;
  for (const auto& name : names) {
    if (&name != names.data()) text += separator;
    text += name;
  }
  return text;
}

}  // namespace kparity::generate
