// The second shrinker: after sizes and scalars are as small as they get, it makes the contents of arrays simple, and so
// finds out which elements matter.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kparity/generate/generate.hpp"

namespace kparity::parity {

struct Simplified {
  generate::Case drawn;            // with edits where values became simpler
  std::vector<std::string> facts;  // "of x only [17] matters: ...", what was tried out
  unsigned steps = 0;              // edits that were kept
};

/// Sets ever smaller blocks of each array to 0 or 1 and rounds what is left, as long as the case `fails`, which is
/// asked at most 400 times. The same for the same answers. Cases of several calls stay as they are.
Simplified simplify_values(const generate::Generator& generator, const generate::Case& drawn,
                           const std::function<bool(const generate::Case&)>& fails);

}  // namespace kparity::parity
