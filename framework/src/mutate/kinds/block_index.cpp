// `blockIdx` that is always 0: every block does the work of the first.
#include "kind.hpp"

namespace kparity::mutate::kinds {

namespace {

std::vector<Mutant> find(const Source& source) {
  std::vector<Mutant> found;
  for (std::size_t i = 0; i < source.size(); ++i)
    if (source.at(i) == "blockIdx" && source.is_code(i) && source.at(i + 1) == ".")
      found.push_back(source.mutant("block_index", i, i + 2, "0u"));
  return found;
}

}  // namespace

Kind block_index() {
  return {{"block_index", "`blockIdx` is 0 in every block", "sizes of more than one block, along each axis"}, find};
}

}  // namespace kparity::mutate::kinds
