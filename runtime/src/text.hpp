// Small text tools for messages: gluing, lists, and the nearest known names to a misspelt one.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace kparity::text {

template <class... Part>
std::string concat(const Part&... part) {
  std::ostringstream out;
  (out << ... << part);
  return out.str();
}

/// "a, b, c".
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");

/// " (did you mean 'axpy' or 'axpby'?)", or empty when nothing known is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

/// The number of single-character edits (insert, erase, replace, swap of neighbours) from `a` to `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Lower-case, without blanks at both ends.
std::string normalised(std::string_view value);

}  // namespace kparity::text
