// Two neighbouring parameters of the kernel, of one type, that have changed places: no compiler sees it.
#include <fmt/format.h>

#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

struct Parameter {
  std::size_t first = 0, name = 0;  // the name is its last token
};

/// Between the brackets, at commas that are in no other brackets. Empty if something has a default or is no plain
/// declaration.
std::vector<Parameter> parameters(const Source& source, std::size_t open, std::size_t close) {
  std::vector<Parameter> all;
  std::size_t first = open + 1;
  for (std::size_t i = open + 1; i <= close; ++i) {
    if (source.at(i) == "(" || source.at(i) == "[") i = std::min(source.partner(i), close);
    if (i < close && source.at(i) != ",") continue;
    if (i == first || !source.is(i - 1, emulate::TokenKind::identifier)) return {};
    all.push_back({first, i - 1});
    first = i + 1;
  }
  return all;
}

/// The parameter list of the kernel's definition.
std::size_t find_definition(const Source& source) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.at(i) != source.kernel() || source.at(i + 1) != "(" || source.is_code(i)) continue;
    const std::size_t close = source.partner(i + 1);
    if (close != nowhere && source.at(close + 1) == "{") return i + 1;
  }
  return nowhere;
}

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  const std::size_t open = find_definition(source);
  if (open == nowhere) return found;
  const std::vector<Parameter> all = parameters(source, open, source.partner(open));
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const Parameter &left = all[i], &right = all[i + 1];
    if (left.first == left.name || right.first == right.name) continue;
    const std::string_view type = source.text(left.first, left.name - 1);
    if (type != source.text(right.first, right.name - 1)) continue;
    found.push_back(
        source.mutant("arguments", left.first, right.name,
                      fmt::format("{} {}, {} {}", type, source.at(right.name), type, source.at(left.name))));
  }
  return found;
}

}  // namespace

Kind arguments() {
  return {{"arguments", "two neighbouring parameters of the kernel, of one type, change places",
           "different values and sizes for the two"},
          find};
}

}  // namespace kparity::mutate::kinds
