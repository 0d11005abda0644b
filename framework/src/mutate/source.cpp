// Finds brackets, operators and bodies of functions, once for all kinds.
#include "source.hpp"

#include <algorithm>
#include <array>

namespace kparity::mutate {

using emulate::TokenKind;

namespace {

constexpr std::array<std::string_view, 21> long_operators = {
    "<<=", ">>=", "<=>", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=",
    "%=",  "&=",  "|=",  "^=", "&&", "||", "++", "--", "<<", ">>"};

constexpr std::array<std::string_view, 9> words_before_values = {"return", "case",   "else",     "do",       "throw",
                                                                 "new",    "delete", "co_yield", "co_return"};

bool comes_before_value(std::string_view word) {
  return std::find(words_before_values.begin(), words_before_values.end(), word) != words_before_values.end();
}

}  // namespace

Source::Source(std::string_view text, std::string_view kernel)
    : text_(text), kernel_(kernel), tokens_(emulate::tokenise(text)) {
  find_partners();
  find_operators();
  find_code();
}

std::size_t Source::begin_of(std::size_t index) const {
  return static_cast<std::size_t>(at(index).data() - text_.data());
}

bool Source::touches(std::size_t index) const {
  return index + 1 < size() && begin_of(index) + at(index).size() == begin_of(index + 1);
}

void Source::find_partners() {
  partners_.assign(size(), nowhere);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    if (!is(i, TokenKind::punctuation)) continue;
    const std::string_view c = at(i);
    if (c == "(" || c == "[" || c == "{") open.push_back(i);
    if (c != ")" && c != "]" && c != "}") continue;
    const std::string_view wanted = c == ")" ? "(" : c == "]" ? "[" : "{";
    if (open.empty() || at(open.back()) != wanted) continue;
    partners_[i] = open.back();
    partners_[open.back()] = i;
    open.pop_back();
  }
}

void Source::find_operators() {
  operators_.assign(size(), {});
  for (std::size_t i = 0; i < size();) {
    if (!is(i, TokenKind::punctuation)) {
      ++i;
      continue;
    }
    std::size_t last = i;
    while (last - i < 2 && touches(last) && is(last + 1, TokenKind::punctuation)) ++last;
    std::string_view spelling = text(i, last);
    while (spelling.size() > at(i).size() &&
           std::find(long_operators.begin(), long_operators.end(), spelling) == long_operators.end()) {
      --last;
      spelling = text(i, last);
    }
    operators_[i] = spelling;
    i = last + 1;
  }
}

/// A brace opens a function where it follows its parameters, with `const`, `noexcept` or a return type between.
void Source::find_code() {
  code_.assign(size(), false);
  for (std::size_t i = 0; i < size(); ++i) {
    if (at(i) != "{" || code_[i] || partners_[i] == nowhere) continue;
    std::size_t before = i;
    while (before > 0 && (is(before - 1, TokenKind::identifier) || at(before - 1) == "->" || at(before - 1) == "::"))
      --before;
    if (before == 0 || at(before - 1) != ")") continue;
    std::fill(code_.begin() + static_cast<std::ptrdiff_t>(i), code_.begin() + static_cast<std::ptrdiff_t>(partners_[i]),
              true);
  }
}

bool Source::ends_value(std::size_t index) const {
  if (is(index, TokenKind::number)) return true;
  if (is(index, TokenKind::identifier)) return !comes_before_value(at(index));
  return at(index) == ")" || at(index) == "]";
}

bool Source::is_array_declaration(std::size_t open) const {
  while (open > 0 && at(open - 1) == "]") open = partners_[open - 1];  // of several axes the first decides
  if (open < 2 || open == nowhere || !is(open - 1, TokenKind::identifier)) return false;
  return is(open - 2, TokenKind::identifier) ? !comes_before_value(at(open - 2)) : at(open - 2) == ">";
}

std::string_view Source::text(std::size_t first, std::size_t last) const {
  const std::size_t begin = begin_of(first);
  return text_.substr(begin, begin_of(last) + at(last).size() - begin);
}

Mutant Source::mutant(std::string_view kind, std::size_t first, std::size_t last, std::string after) const {
  Mutant mutant;
  mutant.kind = kind;
  mutant.before = text(first, last);
  mutant.after = std::move(after);
  mutant.begin = begin_of(first);
  mutant.end = mutant.begin + mutant.before.size();
  mutant.line = tokens_.all[first].line;
  const auto line_begin = text_.rfind('\n', mutant.begin == 0 ? 0 : mutant.begin - 1);
  mutant.column = static_cast<std::uint32_t>(
      mutant.begin - (line_begin == std::string_view::npos || mutant.begin == 0 ? 0 : line_begin + 1) + 1);
  return mutant;
}

}  // namespace kparity::mutate
