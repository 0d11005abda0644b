// The names of scalar types in C and C++, with the built-in words in any order that the languages allow.
#include "scalar_types.hpp"

#include <algorithm>
#include <array>

namespace kparity::spec {

namespace {

struct NamedScalar {
  std::string_view name;
  DType dtype;
};

// Names of one word, also with `std::` in front. On LP64, the only data model that CUDA has on Linux.
constexpr std::array typedefs = std::to_array<NamedScalar>({
    {"int8_t", DType::int8},
    {"int16_t", DType::int16},
    {"int32_t", DType::int32},
    {"int64_t", DType::long64},
    {"uint8_t", DType::uint8},
    {"uint16_t", DType::uint16},
    {"uint32_t", DType::uint32},
    {"uint64_t", DType::ulong64},
    {"size_t", DType::ulong64},
    {"ptrdiff_t", DType::long64},
    {"intptr_t", DType::long64},
    {"uintptr_t", DType::ulong64},
});

constexpr std::array built_in_words = std::to_array<std::string_view>(
    {"bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "void"});

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\r";
  std::vector<std::string_view> words;
  for (std::size_t start = text.find_first_not_of(blanks); start != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, start), text.size());
    words.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(blanks, end);
  }
  return words;
}

}  // namespace

bool is_built_in_word(std::string_view word) {
  return std::find(built_in_words.begin(), built_in_words.end(), word) != built_in_words.end();
}

std::optional<DType> scalar_of(const std::vector<std::string_view>& words) {
  const auto count = [&](std::string_view word) { return std::count(words.begin(), words.end(), word); };
  const auto longs = count("long"), shorts = count("short"), ints = count("int");
  const bool is_unsigned = count("unsigned") == 1, is_signed = count("signed") == 1;
  const bool sign_is_given = is_unsigned || is_signed;
  if (words.empty() || (is_unsigned && is_signed) || count("unsigned") > 1 || count("signed") > 1 || ints > 1)
    return {};
  for (const auto& [word, dtype] : {NamedScalar{"bool", DType::boolean}, NamedScalar{"float", DType::float32},
                                    NamedScalar{"double", DType::float64}}) {
    if (count(word) != 0) return words.size() == 1 ? std::optional(dtype) : std::nullopt;
  }
  if (count("void") != 0) return {};
  if (count("char") != 0) {
    if (words.size() != (sign_is_given ? 2u : 1u)) return {};
    return is_unsigned ? DType::uint8 : is_signed ? DType::int8 : DType::char8;
  }
  if (longs > 2 || shorts > 1 || (longs > 0 && shorts > 0)) return {};
  if (shorts == 1) return is_unsigned ? DType::uint16 : DType::int16;
  if (longs == 1) return is_unsigned ? DType::ulong64 : DType::long64;
  if (longs == 2) return is_unsigned ? DType::uint64 : DType::int64;
  return is_unsigned ? DType::uint32 : DType::int32;
}

std::optional<DType> scalar_named(std::string_view spelling) {
  const std::vector<std::string_view> words = words_of(spelling);
  if (words.size() == 1) {
    const std::string_view word = words[0].starts_with("std::") ? words[0].substr(5) : words[0];
    for (const auto& [name, dtype] : typedefs) {
      if (name == word) return dtype;
    }
  }
  if (!std::all_of(words.begin(), words.end(), is_built_in_word)) return std::nullopt;
  return scalar_of(words);
}

std::vector<std::string> scalar_names() {
  std::vector<std::string> names{
      "bool", "char",          "signed char", "unsigned char",      "short", "unsigned short", "int", "unsigned int",
      "long", "unsigned long", "long long",   "unsigned long long", "float", "double"};
  for (const auto& entry : typedefs) names.emplace_back(entry.name);
  return names;
}

}  // namespace kparity::spec
