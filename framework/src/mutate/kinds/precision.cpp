// A local variable of type double that becomes float: sums that lose half their digits.
#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.at(i) != "double" || !source.is_code(i)) continue;
    const bool variable = source.is(i + 1, emulate::TokenKind::identifier) &&
                          (source.at(i + 2) == "=" || source.at(i + 2) == ";" || source.at(i + 2) == "{");
    if (variable) found.push_back(source.mutant("precision", i, i, "float"));
  }
  return found;
}

}  // namespace

Kind precision() {
  return {{"precision", "a local variable of type double is a float", "`tolerance: auto`, or one as tight"}, find};
}

}  // namespace kparity::mutate::kinds
