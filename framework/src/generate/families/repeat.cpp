// Several calls on the same memory: other data and parameters in the second, those of the first again in the third.
// What a kernel keeps from an earlier call - a first result, a flag, a sum in its scratch - shows as a difference.
#include "family.hpp"
#include "hash.hpp"
#include "scalar.hpp"

namespace kparity::generate::family {

namespace {

/// The second call: the sizes of the first, everything else drawn anew.
Case with_other_data(const Prepared& prepared, const Case& drawn) {
  Case other = drawn;
  other.seed = mix(drawn.seed + 1) >> 32;
  other.edits.clear();  // they are of the first call
  const Values values = values_of(prepared, other);
  for (const std::size_t i : prepared.order) {
    const auto& scalar = prepared.scalars[i];
    if (scalar.is_size) continue;
    const Argument argument = argument_of(*scalar.input, other.scalars[i].dtype, values);
    Random random({.seed = other.seed, .argument = scalar.stream});
    other.scalars[i] = draw_scalar(scalar, argument, scalar.kind->range(argument), random);
  }
  return other;
}

std::vector<Case> calls(const Prepared& prepared, const Case& drawn) {
  return {drawn, with_other_data(prepared, drawn), drawn};
}

}  // namespace

Family repeat() {
  return {.info = {.name = "repeat",
                   .doc = "Three calls on the same memory, which keeps what the kernel left there: other data and "
                          "parameters in the second, those of the first in the third.",
                   .classes = {}},
          .weight = 2,
          .is_large = [](Random&) { return false; },
          .size = any_size,
          .calls = calls};
}

}  // namespace kparity::generate::family
