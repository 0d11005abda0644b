// An atomic operation that reads, adds and writes without being atomic.
#include <fmt/format.h>

#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

/// The comma between the two arguments, or nowhere.
std::size_t find_comma(const Source& source, std::size_t open, std::size_t close) {
  std::size_t comma = nowhere;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (source.partner(i) != nowhere && source.partner(i) > i) i = source.partner(i);
    if (source.at(i) != ",") continue;
    if (comma != nowhere) return nowhere;
    comma = i;
  }
  return comma;
}

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const bool adds = source.at(i).starts_with("atomicAdd");
    if (!(adds || source.at(i).starts_with("atomicSub")) || !source.is_code(i) || source.at(i + 1) != "(") continue;
    const std::size_t close = source.partner(i + 1);
    if (close == nowhere) continue;
    const std::size_t comma = find_comma(source, i + 1, close);
    if (comma == nowhere || comma == i + 2 || comma + 1 == close) continue;
    const std::string_view at = source.text(i + 2, comma - 1), value = source.text(comma + 1, close - 1);
    // Its value is that before the addition, as an atomic's is.
    found.push_back(source.mutant("atomic", i, close,
                                  adds ? fmt::format("((*({0}) += ({1})) - ({1}))", at, value)
                                       : fmt::format("((*({0}) -= ({1})) + ({1}))", at, value)));
  }
  return found;
}

}  // namespace

Kind atomic() {
  return {{"atomic", "an atomic addition is a plain one", "the place `checked`, and several threads per element"},
          find};
}

}  // namespace kparity::mutate::kinds
