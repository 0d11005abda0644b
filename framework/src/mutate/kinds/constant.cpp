// A number that is one too large.
#include <fmt/format.h>

#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

/// The size of a local array is no constant of the computation; one that is larger changes nothing.
bool is_size(const Source& source, std::size_t at) {
  if (source.at(at + 1) != "]" || source.at(at - 1) != "[") return false;
  return source.is_array_declaration(at - 1);
}

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  for (std::size_t i = 1; i < source.size(); ++i) {
    if (!source.is(i, emulate::TokenKind::number) || !source.is_code(i) || is_size(source, i)) continue;
    found.push_back(source.mutant("constant", i, i, fmt::format("({} + 1)", source.at(i))));
  }
  return found;
}

}  // namespace

Kind constant() {
  return {{"constant", "a number is one too large", "inputs on which it has an effect"}, find};
}

}  // namespace kparity::mutate::kinds
