// Pieces of C++ source: escaped literals, readable where the text is.
#include "cpp_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kparity/error.hpp"

namespace kparity::compile {

std::string cpp_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c >= ' ' && c <= '~') {
      out += c;
    } else {
      out += fmt::format("\\{:03o}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return out + '"';
}

std::string cpp_long_string(std::string_view text, const std::string& indent) {
  constexpr std::size_t piece_limit = 32768;  // well below the 65536 that the language asks of a compiler
  std::string out = "std::string()";
  std::size_t piece = piece_limit;
  while (!text.empty()) {
    const std::size_t line = std::min({text.find('\n') == std::string_view::npos ? text.size() : text.find('\n') + 1,
                                       text.size(), std::size_t{4096}});
    const bool fresh = piece + line > piece_limit;
    if (fresh) piece = 0;
    piece += line;
    out += fmt::format("{}\n{}{}", fresh ? " +" : "", indent, cpp_literal(text.substr(0, line)));
    text.remove_prefix(line);
  }
  return out;
}

std::string cpp_path(const std::string& path) {
  if (path.find_first_of("\"\n\\") != std::string::npos) {
    throw InvalidArgument("the path '" + path +
                          "' holds a quote, a backslash or a line break, which no #include can name");
  }
  return '"' + path + '"';
}

}  // namespace kparity::compile
