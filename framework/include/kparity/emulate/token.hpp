// The tokens of C++, preprocessed or not, with the places they came from. Knows comments, strings, raw strings, numbers
// with separators and line markers; knows nothing of grammar.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kparity::emulate {

enum class TokenKind : std::uint8_t { identifier, number, text, punctuation };  // text: strings and characters

struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string_view spelling;  // a part of the tokenised text
  std::uint32_t file = 0;     // index into Tokens::files
  std::uint32_t line = 0;     // in that file
  bool system = false;        // from a system header
};

struct Tokens {
  std::vector<Token> all;
  std::vector<std::string> files;
};

/// Splits a text. Comments and directives other than line markers are passed over. Punctuation is one character each,
/// but for `::`, `->` and `<<<`. What is in no token is blank, a comment or a directive. Never throws: an unterminated
/// literal ends with its line.
Tokens tokenise(std::string_view text);

}  // namespace kparity::emulate
