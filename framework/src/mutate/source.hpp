// A text as the kinds of mutants look at it: its tokens, which brackets belong together, which operators they form, and
// what is code. Tokens cannot tell every `<` of a template from one that compares; a wrong guess does not compile.
#pragma once

#include <string_view>
#include <vector>

#include "kparity/emulate/token.hpp"
#include "kparity/mutate/mutant.hpp"

namespace kparity::mutate {

inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

class Source {
 public:
  Source(std::string_view text, std::string_view kernel);

  std::size_t size() const { return tokens_.all.size(); }
  /// Empty beyond the end.
  std::string_view at(std::size_t index) const { return index < size() ? tokens_.all[index].spelling : ""; }
  bool is(std::size_t index, emulate::TokenKind kind) const {
    return index < size() && tokens_.all[index].kind == kind;
  }
  /// The whole operator that begins at a token ("<=" where the tokens are "<" and "="), empty inside of one or
  /// elsewhere.
  std::string_view operator_at(std::size_t index) const { return index < size() ? operators_[index] : ""; }
  /// The bracket that belongs to the one at `index`, or nowhere.
  std::size_t partner(std::size_t index) const { return index < size() ? partners_[index] : nowhere; }
  /// Inside the body of a function.
  bool is_code(std::size_t index) const { return index < size() && code_[index]; }
  /// A value ends here, so that a sign behind it takes two operands.
  bool ends_value(std::size_t index) const;
  /// `[` at this token declares an array: `double shared[1024]`.
  bool is_array_declaration(std::size_t open) const;
  /// From the first to the last of these tokens, with all between.
  std::string_view text(std::size_t first, std::size_t last) const;
  std::string_view kernel() const { return kernel_; }

  /// A mutant that puts `after` in the place of the tokens from `first` to `last`.
  Mutant mutant(std::string_view kind, std::size_t first, std::size_t last, std::string after) const;

 private:
  void find_partners();
  void find_operators();
  void find_code();
  std::size_t begin_of(std::size_t index) const;
  bool touches(std::size_t index) const;  // the next token follows without a blank

  std::string_view text_, kernel_;
  emulate::Tokens tokens_;
  std::vector<std::size_t> partners_;
  std::vector<std::string_view> operators_;
  std::vector<bool> code_;
};

}  // namespace kparity::mutate
