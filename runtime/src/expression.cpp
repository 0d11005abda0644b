// Parses an expression into a flat list of stack instructions and runs it. Flat, because a text of any length from a
// spec must neither overflow the call stack nor allocate when a launch size is computed.
#include "kparity/expression.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "text.hpp"

namespace kparity {

namespace {

enum class Operation : std::uint8_t {
  literal,
  name,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  negate,
  minimum,
  maximum,
  ceil_div
};

struct Instruction {
  Operation operation;
  std::size_t column;
  std::int64_t value = 0;  // a literal's value, or the index of a name
};

constexpr std::size_t most_nested = 64;
constexpr std::size_t most_values = 4 * most_nested;  // each level keeps at most three values while it waits

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_part(char c) {
  return is_name_start(c) || is_digit(c);
}

std::optional<Operation> function_named(std::string_view name) {
  if (name == "min") return Operation::minimum;
  if (name == "max") return Operation::maximum;
  if (name == "ceil_div") return Operation::ceil_div;
  return std::nullopt;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  void parse() {
    sum();
    if (!at_end()) fail("expected an operator before " + found());
  }

  std::vector<Instruction> instructions;
  std::vector<std::string> names;  // in the order of first use

 private:
  void sum() {
    product();
    while (next_is('+') || next_is('-')) {
      const std::size_t column = position_;
      const Operation operation = text_[position_++] == '+' ? Operation::add : Operation::subtract;
      product();
      emit(operation, column);
    }
  }

  void product() {
    factor();
    while (next_is('*') || next_is('/') || next_is('%')) {
      const std::size_t column = position_;
      const char sign = text_[position_++];
      factor();
      emit(sign == '*' ? Operation::multiply : sign == '/' ? Operation::divide : Operation::remainder, column);
    }
  }

  void factor() {
    if (++depth_ > most_nested) fail(text::concat("nested more than ", most_nested, " levels deep"));
    skip_blanks();
    if (at_end()) {
      fail("expected a number, a name or '(' at the end");
    } else if (text_[position_] == '-') {
      const std::size_t column = position_++;
      factor();
      emit(Operation::negate, column);
    } else if (text_[position_] == '(') {
      ++position_;
      sum();
      expect(')');
    } else if (is_digit(text_[position_])) {
      number();
    } else if (is_name_start(text_[position_])) {
      name_or_call();
    } else {
      fail("expected a number, a name or '(' before " + found());
    }
    --depth_;
  }

  void number() {
    const std::size_t column = position_;
    std::int64_t value = 0;
    for (; !at_end_here() && (is_digit(text_[position_]) || text_[position_] == '_'); ++position_) {
      if (text_[position_] == '_') continue;
      const int digit = text_[position_] - '0';
      if (__builtin_mul_overflow(value, std::int64_t{10}, &value) || __builtin_add_overflow(value, digit, &value)) {
        fail_at(column, "a number does not fit 64 bits");
      }
    }
    const std::string_view digits = text_.substr(column, position_ - column);
    if (digits.size() > 1 && digits[0] == '0') fail_at(column, text::concat("octal-looking number '", digits, "'"));
    if (digits.back() == '_') fail_at(column, "a number ends in '_'");
    if (!at_end_here() && (is_name_part(text_[position_]) || text_[position_] == '.')) {
      fail("only decimal integers are allowed; found " + found() + " after a number");
    }
    emit(Operation::literal, column, value);
  }

  void name_or_call() {
    const std::size_t column = position_;
    const std::string_view name = read_name();
    if (next_is('(')) {
      call(name, column);
      return;
    }
    auto known = std::find(names.begin(), names.end(), name);
    if (known == names.end()) known = names.insert(known, std::string(name));
    emit(Operation::name, column, known - names.begin());
  }

  std::string_view read_name() {
    const std::size_t column = position_;
    while (!at_end_here()) {
      const bool dot_inside =
          text_[position_] == '.' && position_ + 1 < text_.size() && is_name_start(text_[position_ + 1]);
      if (!is_name_part(text_[position_]) && !dot_inside) break;
      ++position_;
    }
    return text_.substr(column, position_ - column);
  }

  void call(std::string_view name, std::size_t column) {
    const auto operation = function_named(name);
    if (!operation) {
      fail_at(column, text::concat("unknown function '", name, "'; there are min, max, ceil_div",
                                   text::did_you_mean(name, {"min", "max", "ceil_div"})));
    }
    expect('(');
    sum();
    expect(',');
    sum();
    expect(')');
    emit(*operation, column);
  }

  void emit(Operation operation, std::size_t column, std::int64_t value = 0) {
    instructions.push_back({operation, column, value});
  }

  void expect(char wanted) {
    if (!next_is(wanted)) fail(text::concat("expected '", wanted, "' ", at_end() ? "at the end" : "before " + found()));
    ++position_;
  }

  bool next_is(char wanted) {
    skip_blanks();
    return !at_end_here() && text_[position_] == wanted;
  }
  bool at_end() {
    skip_blanks();
    return at_end_here();
  }
  bool at_end_here() const { return position_ >= text_.size(); }
  void skip_blanks() {
    while (!at_end_here() && (text_[position_] == ' ' || text_[position_] == '\t')) ++position_;
  }

  std::string found() const {
    const auto c = static_cast<unsigned char>(text_[position_]);
    if (c >= 0x20 && c < 0x7f) return text::concat("'", text_[position_], "'");
    return text::concat("a character with code ", int{c});
  }

  [[noreturn]] void fail(const std::string& problem) const { fail_at(position_, problem); }
  [[noreturn]] void fail_at(std::size_t column, const std::string& problem) const {
    throw ExpressionError(text::concat("expression '", shown(), "': ", problem), column);
  }
  std::string shown() const {
    constexpr std::size_t longest = 60;
    return text_.size() <= longest ? std::string(text_) : std::string(text_.substr(0, longest)) + "...";
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t depth_ = 0;
};

std::int64_t checked_ceil_div(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) == (b < 0) ? quotient + 1 : quotient;
}

// The result of a binary operation, or empty on overflow. The divisor is not zero.
std::optional<std::int64_t> apply(Operation operation, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  const bool quotient_overflows = a == INT64_MIN && b == -1;
  switch (operation) {
    case Operation::add: return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operation::subtract: return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operation::multiply: return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operation::divide: return quotient_overflows ? std::nullopt : std::optional(a / b);
    case Operation::remainder: return quotient_overflows ? 0 : a % b;
    case Operation::ceil_div: return quotient_overflows ? std::nullopt : std::optional(checked_ceil_div(a, b));
    case Operation::minimum: return std::min(a, b);
    case Operation::maximum: return std::max(a, b);
    default: __builtin_unreachable();
  }
}

bool divides(Operation operation) {
  return operation == Operation::divide || operation == Operation::remainder || operation == Operation::ceil_div;
}

}  // namespace

struct Expression::Program {
  std::vector<Instruction> instructions;
  std::vector<std::string> names;
};

Expression::Expression() : Expression("0") {}

Expression::Expression(std::string text) : text_(std::move(text)) {
  Parser parser(text_);
  parser.parse();
  names_ = parser.names;
  std::sort(names_.begin(), names_.end());
  program_ = std::make_shared<Program>(Program{std::move(parser.instructions), std::move(parser.names)});
}

std::int64_t Expression::evaluate(const std::function<std::int64_t(std::string_view)>& value_of) const {
  std::array<std::int64_t, most_values> values;
  std::size_t count = 0;
  const auto fail = [this](const Instruction& at, const std::string& problem) {
    throw ExpressionError(text::concat("expression '", text_, "': ", problem), at.column);
  };
  for (const Instruction& i : program_->instructions) {
    if (i.operation == Operation::literal) {
      values[count++] = i.value;
    } else if (i.operation == Operation::name) {
      values[count++] = value_of(program_->names[static_cast<std::size_t>(i.value)]);
    } else if (i.operation == Operation::negate) {
      if (values[count - 1] == INT64_MIN) fail(i, "overflows 64 bits");
      values[count - 1] = -values[count - 1];
    } else {
      const std::int64_t b = values[--count];
      const std::int64_t a = values[count - 1];
      if (divides(i.operation) && b == 0) fail(i, "division by zero");
      const auto result = apply(i.operation, a, b);
      if (!result) fail(i, text::concat("overflows 64 bits at ", a, " and ", b));
      values[count - 1] = *result;
    }
  }
  return values[0];
}

}  // namespace kparity
