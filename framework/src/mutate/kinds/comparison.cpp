// `<` for `<=` and the like: one element too many or too few.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> others = {
    {{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}, {"==", "!="}, {"!=", "=="}}};

/// `static_cast<`, `template <`, `array<int, 3> x`: brackets, as far as tokens can tell.
bool opens_template(const Source& source, std::size_t open) {
  constexpr std::array<std::string_view, 5> words = {"template", "static_cast", "reinterpret_cast", "const_cast",
                                                     "dynamic_cast"};
  if (std::find(words.begin(), words.end(), source.at(open - 1)) != words.end()) return true;
  for (std::size_t i = open + 1; i < open + 16; ++i) {
    const std::string_view c = source.at(i);
    if (c == ">") return source.at(i + 1) == "(" || source.at(i + 1) == "::" || source.at(i + 1) == "{";
    const bool plain = source.is(i, emulate::TokenKind::identifier) || source.is(i, emulate::TokenKind::number) ||
                       c == "::" || c == "," || c == "*";
    if (!plain) return false;
  }
  return false;
}

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  std::size_t template_ends = 0;
  for (std::size_t i = 1; i < source.size(); ++i) {
    const std::string_view op = source.operator_at(i);
    const auto other = std::find_if(others.begin(), others.end(), [&](const auto& pair) { return pair.first == op; });
    if (other == others.end() || !source.is_code(i)) continue;
    if (op == "<" && opens_template(source, i)) {
      template_ends = i;
      while (template_ends < source.size() && source.at(template_ends) != ">") ++template_ends;
    }
    if (i <= template_ends && template_ends != 0) continue;
    found.push_back(source.mutant("comparison", i, i + op.size() - 1, std::string(other->second)));
  }
  return found;
}

}  // namespace

Kind comparison() {
  return {{"comparison", "`<` becomes `<=`, `>` becomes `>=`, `==` becomes `!=`, and the other way round",
           "values exactly at the border: sizes at the edge of a block, ties, cells at the rim"},
          find};
}

}  // namespace kparity::mutate::kinds
