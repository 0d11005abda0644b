// A tokeniser that knows just enough of C++ to tell numbers, names and operators apart; it neither expands macros nor
// follows includes. A number too many costs a case, so in doubt it is taken.
#include "kparity/spec/size_constants.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>

namespace kparity::spec {

namespace {

constexpr std::int64_t least = 3, most = std::int64_t{1} << 40;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string without_comments_and_strings(std::string_view source) {
  std::string text;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.substr(i, 2) == "//") {
      i = std::min(source.find('\n', i), source.size());
      text += '\n';
    } else if (source.substr(i, 2) == "/*") {
      i = std::min(source.find("*/", i + 2), source.size() - 2) + 1;
      text += ' ';
    } else if (source[i] == '"' || (source[i] == '\'' && (i == 0 || !is_word(source[i - 1])))) {
      const char quote = source[i++];
      while (i < source.size() && source[i] != quote && source[i] != '\n') i += source[i] == '\\' ? 2 : 1;
      text += " 0.0 ";
    } else {
      text += source[i];
    }
  }
  return text;
}

constexpr std::array<std::string_view, 18> operators = {
    "<<<", ">>>", "<<=", ">>=", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "<<", ">>", "&&", "||", "->"};

std::vector<std::string> tokens_of(std::string_view source) {
  const std::string text = without_comments_and_strings(source);
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (is_word(text[i])) {
      const bool is_number = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
      while (end < text.size() && (is_word(text[end]) || (is_number && (text[end] == '\'' || text[end] == '.')))) ++end;
    } else {
      const auto found = std::ranges::find_if(
          operators, [&](std::string_view each) { return std::string_view(text).substr(i).starts_with(each); });
      if (found != operators.end()) end = i + found->size();
    }
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

/// "128", "0x80u", "1'000ULL"; nothing for a floating-point number.
std::optional<std::int64_t> integer(std::string token) {
  if (token.empty() || std::isdigit(static_cast<unsigned char>(token[0])) == 0) return std::nullopt;
  std::erase(token, '\'');
  while (!token.empty() && std::string_view("uUlLzZ").find(token.back()) != std::string_view::npos) token.pop_back();
  const bool is_hexadecimal = token.starts_with("0x") || token.starts_with("0X");
  const std::string_view digits = std::string_view(token).substr(is_hexadecimal ? 2 : 0);
  std::int64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hexadecimal ? 16 : 10);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::string_view token_at(const std::vector<std::string>& tokens, std::size_t index) {
  return index < tokens.size() ? std::string_view(tokens[index]) : std::string_view();
}

/// `name = 128` and `#define name 128`.
std::map<std::string, std::int64_t, std::less<>> named_constants(const std::vector<std::string>& tokens) {
  std::map<std::string, std::int64_t, std::less<>> constants;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    const bool is_macro = tokens[i] == "define";
    const bool is_assigned = tokens[i + 1] == "=" && is_word(tokens[i][0]);
    if (!is_macro && !is_assigned) continue;
    const std::string_view after = token_at(tokens, i + 3);
    if (is_assigned && after != ";" && after != "," && after != "}") continue;
    if (const auto value = integer(tokens[i + 2])) constants[tokens[is_macro ? i + 1 : i]] = *value;
  }
  return constants;
}

bool decides(std::string_view token) {
  constexpr std::array<std::string_view, 10> deciding = {"<", ">", "<=", ">=", "==", "!=", "%", "%=", "+=", "-="};
  return std::ranges::find(deciding, token) != deciding.end();
}

}  // namespace

std::vector<std::int64_t> numbers_in(const Expression& expression) {
  std::vector<std::int64_t> numbers;
  std::string text = expression.text();
  for (std::size_t i = 0; i < text.size();) {
    if (!is_word(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && (is_word(text[end]) || text[end] == '.')) ++end;
    std::string word = text.substr(i, end - i);
    std::erase(word, '_');
    if (const auto value = integer(word)) numbers.push_back(*value);
    i = end;
  }
  return numbers;
}

std::vector<std::int64_t> size_constants(std::string_view source) {
  const auto tokens = tokens_of(source);
  const auto names = named_constants(tokens);
  std::vector<std::int64_t> found;
  bool is_shared = false;  // within a declaration
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == "__shared__") is_shared = true;
    if (tokens[i] == ";") is_shared = false;
    auto value = integer(tokens[i]);
    if (const auto name = names.find(tokens[i]); name != names.end()) value = name->second;
    if (!value || *value < least || *value > most || i == 0) continue;
    const std::string_view before = tokens[i - 1], after = token_at(tokens, i + 1);
    const bool is_extent = is_shared && before == "[" && after == "]";
    if (!decides(before) && !decides(after) && !is_extent) continue;
    if (std::ranges::find(found, *value) == found.end()) found.push_back(*value);
  }
  return found;
}

std::vector<std::int64_t> size_constants(const KernelFolder& folder) {
  std::vector<std::string> files;
  if (folder.cuda_file) files.push_back(*folder.cuda_file);
  for (const HostFile& host : folder.hosts) files.push_back(host.path);
  std::vector<std::int64_t> found;
  for (const std::string& path : files) {
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (const std::int64_t constant : size_constants(std::string_view(text)))
      if (std::ranges::find(found, constant) == found.end()) found.push_back(constant);
  }
  return found;
}

}  // namespace kparity::spec
