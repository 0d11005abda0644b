// A kind of fault: its row in the table, and how it is found. Each is one file of kinds/.
#pragma once

#include <vector>

#include "kparity/mutate/mutant.hpp"
#include "source.hpp"

namespace kparity::mutate {

struct Kind {
  KindInfo info;
  /// All places of a source where the fault can be made; only in code, but for parameters.
  std::vector<Mutant> (*find)(const Source& source) = nullptr;
};

namespace kinds {

/// One function per file of kinds/, named as the file and the kind; collected by the build.
std::vector<Kind> collected_kinds();

}  // namespace kinds

}  // namespace kparity::mutate
