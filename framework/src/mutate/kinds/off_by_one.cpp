// `x[i]` that becomes `x[(i) + 1]`: the neighbour of what was meant.
#include <fmt/format.h>

#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  for (std::size_t i = 1; i < source.size(); ++i) {
    if (source.at(i) != "[" || !source.is_code(i)) continue;
    const std::size_t close = source.partner(i);
    const bool index = close != nowhere && close > i + 1 && source.ends_value(i - 1);  // not a lambda, not `int x[]`
    if (!index || source.is_array_declaration(i)) continue;
    found.push_back(
        source.mutant("off_by_one", i + 1, close - 1, fmt::format("({}) + 1", source.text(i + 1, close - 1))));
  }
  return found;
}

}  // namespace

Kind off_by_one() {
  return {{"off_by_one", "an index is one too large", "values that differ from one element to the next"}, find};
}

}  // namespace kparity::mutate::kinds
