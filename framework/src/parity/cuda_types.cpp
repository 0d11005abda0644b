// Splits the compiler's spelling of a function type at its commas; blanks before `*` and `&` do not count.
#include "cuda_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace kparity::parity {

namespace {

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

/// "const double *" as "const double*".
std::string without_blanks(std::string_view type) {
  std::string out;
  for (const char c : trimmed(type)) {
    if (c == '*' || c == '&' || c == '>' || c == ',') {
      while (!out.empty() && out.back() == ' ') out.pop_back();
    }
    if (c == ' ' && !out.empty() && (out.back() == ',' || out.back() == '<')) continue;
    out += c;
  }
  return out;
}

/// The types between the parentheses of a function pointer type.
bool split(std::string_view type, std::vector<std::string>& parts) {
  constexpr std::string_view pointer = "(*)(";
  const std::size_t begin = type.find(pointer);
  const std::size_t end = type.rfind(')');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin + pointer.size()) return false;
  const std::string_view list = type.substr(begin + pointer.size(), end - begin - pointer.size());
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    if (i < list.size()) {
      const char c = list[i];
      if (c == '<' || c == '(' || c == '[') ++depth;
      if (c == '>' || c == ')' || c == ']') --depth;
      if (c != ',' || depth != 0) continue;
    }
    parts.push_back(without_blanks(list.substr(start, i - start)));
    start = i + 1;
  }
  if (parts.size() == 1 && (parts[0].empty() || parts[0] == "void")) parts.clear();
  return true;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The text with its comments as blanks; lines stay where they are.
std::string without_comments(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i + 1 < out.size(); ++i) {
    if (out[i] != '/' || (out[i + 1] != '/' && out[i + 1] != '*')) continue;
    const bool to_end_of_line = out[i + 1] == '/';
    const std::size_t close = out.find(to_end_of_line ? "\n" : "*/", i + 2);
    const std::size_t end = close == std::string::npos ? out.size() : close + (to_end_of_line ? 0 : 2);
    for (; i < end; ++i) {
      if (out[i] != '\n') out[i] = ' ';
    }
    --i;
  }
  return out;
}

}  // namespace

std::vector<std::string> type_differences(const Signature& expected, std::string_view actual) {
  std::vector<std::string> found, lines;
  if (!split(actual, found)) return lines;
  for (std::size_t i = 0; i < std::max(found.size(), expected.parameters.size()); ++i) {
    if (i >= expected.parameters.size()) {
      lines.push_back(fmt::format("parameter {} of type {} is not in the spec", i + 1, found[i]));
      continue;
    }
    const Parameter& parameter = expected.parameters[i];
    const std::string wanted = c_type(parameter);
    if (i >= found.size()) {
      lines.push_back(fmt::format("parameter {} '{}': the spec says {}, the kernel takes {} parameters", i + 1,
                                  parameter.name, wanted, found.size()));
    } else if (found[i] != without_blanks(wanted)) {
      lines.push_back(fmt::format(
          "parameter {} '{}': the spec says {}, the compiler sees {}{}", i + 1, parameter.name, wanted, found[i],
          found[i].find('&') == std::string::npos
              ? ""
              : ", a reference; a kernel cannot take references: they would be host addresses"));
    }
  }
  return lines;
}

int line_of_kernel(std::string_view text, std::string_view kernel) {
  const std::string code = without_comments(text);
  for (std::size_t at = code.find(kernel); at != std::string::npos; at = code.find(kernel, at + 1)) {
    const std::size_t end = at + kernel.size();
    if ((at > 0 && is_word(code[at - 1])) || (end < code.size() && is_word(code[end]))) continue;
    const std::size_t next = code.find_first_not_of(" \t\r\n", end);
    if (next == std::string::npos || code[next] != '(') continue;
    const std::size_t previous = code.find_last_of(";{}", at);
    const std::size_t begin = previous == std::string::npos ? 0 : previous;
    if (code.substr(begin, at - begin).find("__global__") == std::string::npos) continue;
    return 1 + static_cast<int>(std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
  return 0;
}

}  // namespace kparity::parity
