// An output that is one number: a case in which it has more elements, or none, is at fault.
#include <fmt/format.h>

#include "arrangement.hpp"

namespace kparity::compare::comparisons {

Arrangement scalar() {
  return {.rule = {.name = "scalar", .doc = "Exactly one element.", .fields = {}, .for_booleans = true},
          .arrange = [](const Fields&, Arranged& arranged) {
            if (arranged.elements() != 1)
              arranged.fault = fmt::format("it has {} elements, and `compare: scalar` means one", arranged.elements());
          }};
}

}  // namespace kparity::compare::comparisons
