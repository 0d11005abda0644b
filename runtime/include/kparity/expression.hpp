// Integer expressions over names, as specs use them for shapes and launch sizes: `3*n`, `nx*(ny+1)`, `ceil_div(n,
// 128)`. Evaluated in checked 64-bit integers; every error says at which character it happened.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/error.hpp"

namespace kparity {

/// A syntax or evaluation error; `column` counts characters from 0 within the expression.
class ExpressionError : public InvalidArgument {
 public:
  ExpressionError(const std::string& message, std::size_t column) : InvalidArgument(message), column_(column) {}
  std::size_t column() const noexcept { return column_; }

 private:
  std::size_t column_;
};

/// An immutable parsed expression: + - * / % (division truncates; by zero is an error), unary minus, parentheses,
/// min(a, b), max(a, b), ceil_div(a, b), decimal literals with optional `_` separators, names [A-Za-z_][A-Za-z0-9_.]*.
class Expression {
 public:
  Expression();  // the literal 0
  /// Throws ExpressionError.
  explicit Expression(std::string text);

  const std::string& text() const noexcept { return text_; }
  /// The names it uses, sorted, each once.
  const std::vector<std::string>& names() const noexcept { return names_; }

  /// `value_of(name)` is asked for every name. Throws ExpressionError on overflow or division by zero.
  std::int64_t evaluate(const std::function<std::int64_t(std::string_view)>& value_of) const;

 private:
  struct Program;
  std::string text_;
  std::vector<std::string> names_;
  std::shared_ptr<const Program> program_;
};

}  // namespace kparity
