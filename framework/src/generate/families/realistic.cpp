// Sizes as programs have them: every order of magnitude equally often, four cases of five below a thousand.
#include <algorithm>
#include <bit>

#include "family.hpp"

namespace kparity::generate::family {

namespace {

constexpr std::int64_t small = 999;

bool is_large(Random& random) {
  return random.below(5) == 0;
}

/// Evenly among the orders of magnitude (powers of two) of [low, high], then evenly within; low is at least 1.
std::int64_t any_magnitude(std::int64_t low, std::int64_t high, Random& random) {
  const int fewest = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(low)));
  const int most = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(high)));
  const int bits = static_cast<int>(random.between(fewest, most));
  const std::int64_t first = std::int64_t{1} << (bits - 1);
  return random.between(std::max(low, first), std::min(high, first + (first - 1)));
}

std::int64_t size(const SizeRequest& request, Random& random) {
  if (request.high < 1) return request.high;
  const std::int64_t low = std::max<std::int64_t>(1, request.low);
  if (request.is_large) return any_magnitude(std::max(low, std::min(request.high, small + 1)), request.high, random);
  return any_magnitude(low, std::min(request.high, std::max(low, small)), random);
}

}  // namespace

Family realistic() {
  return {
      .info =
          {.name = "realistic",
           .doc =
               "Sizes of every order of magnitude, most of them below 1000; scalars of both signs, away from 0 and 1."},
      .is_large = is_large,
      .size = size};
}

}  // namespace kparity::generate::family
