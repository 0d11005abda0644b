// Sizes as programs have them: every order of magnitude equally often, four cases of five below a thousand.
#include "family.hpp"

namespace kparity::generate::family {

Family realistic() {
  return {
      .info =
          {.name = "realistic",
           .doc =
               "Sizes of every order of magnitude, most of them below 1000; scalars of both signs, away from 0 and 1.",
           .classes = {}},
      .weight = 10,
      .is_large = [](Random& random) { return random.below(5) == 0; },
      .size = any_size};
}

}  // namespace kparity::generate::family
