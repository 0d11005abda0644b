// What may be a name, from the grammar and the list of reserved words of C++20.
#include "names.hpp"

#include <algorithm>
#include <array>

#include "kparity/spec/problem.hpp"

namespace kparity::spec {

namespace {

// Sorted, for a binary search.
constexpr std::array keywords = std::to_array<std::string_view>({
    "alignas",     "alignof",  "and",        "and_eq",    "asm",       "auto",         "bitand",
    "bitor",       "bool",     "break",      "case",      "catch",     "char",         "char16_t",
    "char32_t",    "char8_t",  "class",      "co_await",  "co_return", "co_yield",     "compl",
    "concept",     "const",    "const_cast", "consteval", "constexpr", "constinit",    "continue",
    "decltype",    "default",  "delete",     "do",        "double",    "dynamic_cast", "else",
    "enum",        "explicit", "export",     "extern",    "false",     "float",        "for",
    "friend",      "goto",     "if",         "inline",    "int",       "long",         "mutable",
    "namespace",   "new",      "noexcept",   "not",       "not_eq",    "nullptr",      "operator",
    "or",          "or_eq",    "private",    "protected", "public",    "register",     "reinterpret_cast",
    "requires",    "return",   "short",      "signed",    "sizeof",    "static",       "static_assert",
    "static_cast", "struct",   "switch",     "template",  "this",      "thread_local", "throw",
    "true",        "try",      "typedef",    "typeid",    "typename",  "union",        "unsigned",
    "using",       "virtual",  "void",       "volatile",  "wchar_t",   "while",        "xor",
    "xor_eq",
});
static_assert(std::is_sorted(keywords.begin(), keywords.end()));

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool continues_name(char c) {
  return starts_name(c) || (c >= '0' && c <= '9');
}

}  // namespace

bool is_identifier(std::string_view text) {
  return !text.empty() && starts_name(text.front()) && std::all_of(text.begin(), text.end(), continues_name);
}

bool is_keyword(std::string_view text) {
  return std::binary_search(keywords.begin(), keywords.end(), text);
}

std::string why_no_name(std::string_view text) {
  const std::string quoted = "'" + std::string(text) + "'";
  if (!is_identifier(text)) return quoted + " is not an identifier (letters, digits and _, no digit first)";
  if (is_keyword(text)) return quoted + " is a keyword of C++";
  return "";
}

std::string join(const std::vector<std::string>& names, std::string_view separator) {
  std::string out;
  for (const std::string& name : names) {
    if (&name != names.data()) out += separator;
    out += name;
  }
  return out;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known, std::string_view words) {
  constexpr std::size_t most = 20;
  if (std::string near = did_you_mean(name, known); !near.empty()) return near;
  if (known.empty()) return "";
  const bool cut = known.size() > most;
  const std::vector<std::string> shown(known.begin(), cut ? known.begin() + most : known.end());
  return "; " + std::string(words) + ": " + join(shown) + (cut ? ", ..." : "");
}

}  // namespace kparity::spec
