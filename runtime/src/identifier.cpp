// Name checks.
#include "kparity/identifier.hpp"

#include <algorithm>
#include <array>

#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity {

namespace {

// Sorted, for binary search.
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

// Names that mean something else in every CUDA source; `main` would be the program's.
constexpr std::array cuda_names = std::to_array<std::string_view>({
    "all",       "any",       "assert",   "atomicAdd", "atomicAnd", "atomicCAS", "atomicDec", "atomicExch", "atomicInc",
    "atomicMax", "atomicMin", "atomicOr", "atomicSub", "atomicXor", "blockDim",  "blockIdx",  "clock",      "clock64",
    "dim3",      "gridDim",   "main",     "printf",    "threadIdx", "uint3",     "warpSize",
});
static_assert(std::is_sorted(cuda_names.begin(), cuda_names.end()));

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

std::string kernel_name_problem(std::string_view name) {
  if (name.empty()) return "is empty";
  if (!is_identifier(name)) return "is no C identifier: letters, digits and '_', not beginning with a digit";
  if (is_keyword(name)) return "is a C++ keyword";
  if (std::binary_search(cuda_names.begin(), cuda_names.end(), name)) return "is a built-in name of CUDA or C";
  if (name.substr(0, 2) == "__") return "begins with '__', which is reserved for compilers";
  return "";
}

void check_kernel_name(std::string_view name) {
  const std::string problem = kernel_name_problem(name);
  if (!problem.empty()) throw InvalidArgument(text::concat("kernel name '", name, "' ", problem));
}

}  // namespace kparity
