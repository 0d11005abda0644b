// `if (i >= n) return;` that returns never, and conditions that hold always: the tail of a grid, or the edge of a
// field, without its guard.
#include <algorithm>
#include <array>

#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

bool leaves(std::string_view word) {
  constexpr std::array<std::string_view, 3> words = {"return", "continue", "break"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.at(i) != "if" || !source.is_code(i) || source.at(i + 1) != "(") continue;
    const std::size_t close = source.partner(i + 1);
    if (close == nowhere || close == i + 2) continue;
    const std::size_t body = source.at(close + 1) == "{" ? close + 2 : close + 1;
    found.push_back(source.mutant("guard", i + 2, close - 1, leaves(source.at(body)) ? "false" : "true"));
  }
  return found;
}

}  // namespace

Kind guard() {
  return {{"guard", "a condition that leaves (`if (i >= n) return;`) never holds, any other always",
           "sizes that are no multiple of the block, cases on both sides of the condition"},
          find};
}

}  // namespace kparity::mutate::kinds
