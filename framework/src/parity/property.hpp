// A property over cases: draws, judges, and shrinks the first failure. The RapidCheck loop behind it is an
// implementation detail of property.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "kparity/generate/case.hpp"

namespace kparity::parity {

struct PropertyResult {
  std::uint64_t cases = 0;                 // that held, before the first failure
  std::optional<generate::Case> smallest;  // the failure after shrinking; empty if all held
  unsigned shrink_steps = 0;               // accepted
  std::string gave_up;                     // why the search itself failed; empty if it did not
};

/// Asks `holds(draw(i))` for i = 0 .. count-1, then walks `shrinks` of the first case that does not hold.
/// What `holds` throws passes through; what `draw` throws is told in `gave_up`.
PropertyResult check_property(std::uint64_t count, const std::function<generate::Case(std::uint64_t)>& draw,
                              const std::function<std::vector<generate::Case>(const generate::Case&)>& shrinks,
                              const std::function<bool(const generate::Case&)>& holds);

}  // namespace kparity::parity
