// `0.1f` for `0.1`: a constant of a double computation in single precision.
#include <charconv>
#include <string>

#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

/// A decimal floating-point literal without a suffix that a float cannot hold.
bool loses_digits(std::string_view literal) {
  if (literal.find_first_of(".eE") == std::string_view::npos || literal.starts_with("0x")) return false;
  double value = 0;
  const auto [end, error] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  if (error != std::errc{} || end != literal.data() + literal.size()) return false;
  return static_cast<double>(static_cast<float>(value)) != value;
}

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  for (std::size_t i = 0; i < source.size(); ++i)
    if (source.is(i, emulate::TokenKind::number) && source.is_code(i) && loses_digits(source.at(i)))
      found.push_back(source.mutant("literal", i, i, std::string(source.at(i)) + "f"));
  return found;
}

}  // namespace

Kind literal() {
  return {{"literal", "a literal of type double is one of type float", "`tolerance: auto`, or one as tight"}, find};
}

}  // namespace kparity::mutate::kinds
