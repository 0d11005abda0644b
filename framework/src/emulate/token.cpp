// A scanner over one text, from left to right.
#include "kparity/emulate/token.hpp"

#include <algorithm>
#include <charconv>

namespace kparity::emulate {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool starts_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool continues_identifier(char c) {
  return starts_identifier(c) || is_digit(c);
}

bool is_raw_prefix(std::string_view identifier) {
  return identifier == "R" || identifier == "u8R" || identifier == "uR" || identifier == "UR" || identifier == "LR";
}

bool is_text_prefix(std::string_view identifier) {
  return identifier == "u8" || identifier == "u" || identifier == "U" || identifier == "L";
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  Tokens run() {
    bool line_begins = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
        line_begins = true;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (c == '/' && (peek(1) == '/' || peek(1) == '*')) {
        comment();
      } else if (c == '#' && line_begins) {
        directive();
      } else {
        line_begins = false;
        token(c);
      }
    }
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  /// To the end of the line, which is left, or behind the closing marks.
  void comment() {
    const bool whole_line = peek(1) == '/';
    const auto found = text_.find(whole_line ? "\n" : "*/", at_ + 2);
    const auto end = found == std::string_view::npos ? text_.size() : found + (whole_line ? 0 : 2);
    line_ += static_cast<std::uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                   text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  /// A line marker `# 12 "file" 1 3` says what the next line is; anything else (a pragma) is passed over.
  void directive() {
    const auto end = std::min(text_.find('\n', at_), text_.size());
    std::string_view rest = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end;
    if (rest.ends_with('\\')) {  // a macro over several lines
      skip_continued_lines();
      return;
    }
    const auto skip_blanks = [&] {
      while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t')) rest.remove_prefix(1);
    };
    skip_blanks();
    if (rest.starts_with("line")) rest.remove_prefix(4);
    skip_blanks();
    std::uint32_t number = 0;
    const auto [after, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc{}) return;
    rest.remove_prefix(static_cast<std::size_t>(after - rest.data()));
    skip_blanks();
    line_ = number - 1;  // the end of this line makes it `number`
    if (rest.empty() || rest[0] != '"') return;
    std::string name;
    std::size_t i = 1;
    for (; i < rest.size() && rest[i] != '"'; ++i) {
      if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
      name += rest[i];
    }
    const auto known = std::find(tokens_.files.begin(), tokens_.files.end(), name);
    file_ = static_cast<std::uint32_t>(known - tokens_.files.begin());
    if (known == tokens_.files.end()) tokens_.files.push_back(name);
    system_ = rest.substr(std::min(i + 1, rest.size())).find('3') != std::string_view::npos;
  }

  void skip_continued_lines() {
    for (bool more = true; more && at_ < text_.size();) {
      const auto end = std::min(text_.find('\n', ++at_), text_.size());
      more = end > at_ && text_[end - 1] == '\\';
      ++line_;
      at_ = end;
    }
  }

  void token(char c) {
    if (starts_identifier(c)) {
      identifier();
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number();
    } else if (c == '"' || c == '\'') {
      quoted(at_);
    } else {
      const bool pair = (c == ':' && peek(1) == ':') || (c == '-' && peek(1) == '>');
      const bool launch = c == '<' && peek(1) == '<' && peek(2) == '<';
      const std::size_t length = launch ? 3 : pair ? 2 : 1;
      add(TokenKind::punctuation, at_, at_ + length);
    }
  }

  void identifier() {
    std::size_t end = at_;
    while (end < text_.size() && continues_identifier(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    const char next = end < text_.size() ? text_[end] : '\0';
    if (next == '"' && is_raw_prefix(word)) {
      raw(end);
    } else if ((next == '"' || next == '\'') && is_text_prefix(word)) {
      quoted(end);
    } else {
      add(TokenKind::identifier, at_, end);
    }
  }

  /// A preprocessing number: digits, letters, dots, separators, and signs behind an exponent.
  void number() {
    std::size_t end = at_ + 1;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool sign =
          (c == '+' || c == '-') && std::string_view("eEpP").find(text_[end - 1]) != std::string_view::npos;
      const bool separator = c == '\'' && end + 1 < text_.size() && continues_identifier(text_[end + 1]);
      if (!continues_identifier(c) && c != '.' && !sign && !separator) break;
      ++end;
    }
    add(TokenKind::number, at_, end);
  }

  void quoted(std::size_t quote) {
    std::size_t end = quote + 1;
    while (end < text_.size() && text_[end] != text_[quote] && text_[end] != '\n')
      end += text_[end] == '\\' && end + 1 < text_.size() ? 2 : 1;
    if (end < text_.size() && text_[end] == text_[quote]) ++end;
    add(TokenKind::text, at_, std::min(end, text_.size()));
  }

  void raw(std::size_t quote) {
    const auto open = std::min(text_.find('(', quote), text_.size());
    const std::string close = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    const auto found = text_.find(close, open);
    add(TokenKind::text, at_, found == std::string_view::npos ? text_.size() : found + close.size());
  }

  void add(TokenKind kind, std::size_t begin, std::size_t end) {
    const std::string_view spelling = text_.substr(begin, end - begin);
    tokens_.all.push_back({kind, spelling, file_, line_, system_});
    line_ += static_cast<std::uint32_t>(std::count(spelling.begin(), spelling.end(), '\n'));
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;  // the next character
  std::uint32_t line_ = 1, file_ = 0;
  bool system_ = false;
  Tokens tokens_{{}, {""}};
};

}  // namespace

Tokens tokenise(std::string_view text) {
  return Scanner(text).run();
}

}  // namespace kparity::emulate
