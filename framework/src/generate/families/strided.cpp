// Rows that lie further apart than they are long. A pitch is a size whose lower bound is another size; it is drawn
// equal to that, a little above, and far above it, so that a kernel which takes one for the other differs.
#include <algorithm>
#include <bit>

#include "family.hpp"
#include "scalar.hpp"

namespace kparity::generate::family {

namespace {

std::string why_not(const Prepared& prepared) {
  const auto is_pitch = [&](std::size_t i) { return prepared.scalars[i].is_pitch; };
  return std::ranges::any_of(prepared.sizes, is_pitch) ? "" : "no size is a pitch";
}

std::int64_t size(const SizeRequest& request, Random& random) {
  if (!request.is_pitch) return any_size(request, random);
  const auto low = static_cast<std::uint64_t>(std::max<std::int64_t>(request.low, 0));
  switch ((request.index + request.attempt) % 4) {
    case 0: return std::min(request.low + 1, request.high);
    case 1: return std::min(static_cast<std::int64_t>(std::bit_ceil(low + 1)), request.high);
    case 2: return request.low;
    default: return std::min(request.low + random.between(2, 40), request.high);
  }
}

std::vector<std::string> classes(const Prepared& prepared, const Case& drawn) {
  bool padded = false, packed = false;
  const Values values = values_of(prepared, drawn);
  for (const std::size_t i : prepared.sizes) {
    if (!prepared.scalars[i].is_pitch) continue;
    const bool has_gap = whole_of(drawn.scalars[i]) > range_of(prepared.scalars[i], drawn, values).low;
    (has_gap ? padded : packed) = true;
  }
  std::vector<std::string> found;
  if (padded) found.emplace_back("padded");
  if (packed) found.emplace_back("packed");
  return found;
}

}  // namespace

Family strided() {
  return {.info = {.name = "strided",
                   .doc = "Rows further apart than they are long: pitches (sizes whose `min` is another size) at that "
                          "bound, one above, at a power of two, far above.",
                   .classes = {{"padded", "A pitch is larger than its row."}, {"packed", "A pitch equals its row."}}},
          .weight = 4,
          .is_large = [](Random&) { return false; },
          .equal_sizes = true,
          .size = size,
          .why_not = why_not,
          .classes = classes};
}

}  // namespace kparity::generate::family
