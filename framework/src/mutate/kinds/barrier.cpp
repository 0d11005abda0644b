// A barrier or fence that is not there.
#include <algorithm>
#include <array>

#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

constexpr std::array<std::string_view, 6> waits = {"__syncthreads",       "__syncwarp",           "__threadfence",
                                                   "__threadfence_block", "__threadfence_system", "sync"};

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  for (std::size_t i = 1; i < source.size(); ++i) {
    if (std::find(waits.begin(), waits.end(), source.at(i)) == waits.end()) continue;
    if (!source.is_code(i) || source.at(i + 1) != "(") continue;
    const std::size_t close = source.partner(i + 1);
    if (close == nowhere || source.at(close + 1) != ";") continue;
    std::size_t first = i;  // `block.sync()`, `cg::sync(block)`
    while (first >= 2 && (source.at(first - 1) == "." || source.at(first - 1) == "::" || source.at(first - 1) == "->"))
      first -= 2;
    if (source.at(i) == "sync" && first == i && close == i + 2) continue;  // some other function of that name
    found.push_back(source.mutant("barrier", first, close, "(void)0"));
  }
  return found;
}

}  // namespace

Kind barrier() {
  return {{"barrier", "a barrier or a fence is missing", "the place `checked`, and blocks of more than one warp"},
          find};
}

}  // namespace kparity::mutate::kinds
