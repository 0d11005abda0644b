// Sizes at which index arithmetic leaves 16, 24, 31 or 32 bits: a size itself, the elements of an array, the threads of
// a launch, or the square of a size. As far as the bounds of the spec and a budget of 64 MiB go.
#include <algorithm>
#include <array>
#include <limits>

#include "family.hpp"
#include "scalar.hpp"

namespace kparity::generate::family {

namespace {

constexpr std::int64_t first_square = 46341;  // whose square has 32 bits
constexpr std::array<std::int64_t, 5> usual = {65537, 65536, first_square, 65535, 92682};
constexpr std::array<std::int64_t, 4> rare = {(1 << 24) + 1, std::int64_t{1} << 31, (1 << 24) - 1,
                                              (std::int64_t{1} << 32) + 1};
constexpr std::int64_t most_of_others = 300;

struct Extents {
  std::int64_t size = 0;      // the largest
  std::uint64_t indexed = 0;  // the largest of sizes, elements of an array, threads
};

Extents extents_of(const Prepared& prepared, const Case& drawn) {
  Extents extents;
  const Values values = values_of(prepared, drawn);
  for (const std::size_t i : prepared.sizes) extents.size = std::max(extents.size, whole_of(drawn.scalars[i]));
  extents.indexed = static_cast<std::uint64_t>(extents.size);
  for (const auto& array : prepared.arrays)
    extents.indexed = std::max(extents.indexed, measure(array, drawn, values).elements);
  std::uint64_t threads = 1;
  for (const auto& expression : prepared.spec->launch.threads) {
    const std::int64_t along = expression.evaluate(values);
    threads *= static_cast<std::uint64_t>(std::max<std::int64_t>(along, 0));
  }
  extents.indexed = std::max(extents.indexed, threads);
  return extents;
}

std::vector<std::string> classes_of(const Extents& extents) {
  std::vector<std::string> found;
  const auto add = [&](bool holds, const char* name) {
    if (holds) found.emplace_back(name);
  };
  add(extents.indexed >> 16 != 0, "bits16");
  add(extents.indexed >> 24 != 0, "bits24");
  add(extents.indexed >> 31 != 0, "bits31");
  add(extents.indexed >> 32 != 0, "bits32");
  add(extents.size >= first_square, "square");
  return found;
}

std::vector<std::string> classes(const Prepared& prepared, const Case& drawn) {
  return classes_of(extents_of(prepared, drawn));
}

std::string why_not(const Prepared& prepared) {
  Case largest{.family = {}, .scalars = {}};
  for (const auto& scalar : prepared.scalars) {
    const DType dtype = scalar.dtypes.front();
    const std::int64_t most = scalar.is_size ? whole_range(dtype, 0, std::numeric_limits<std::int64_t>::max()).high : 1;
    largest.scalars.push_back(scalar_from_whole(dtype, most));
  }
  try {
    if (prepared.sizes.empty() || !settle(prepared, largest)) return "no size can be large";
    if (classes_of(extents_of(prepared, largest)).empty()) return "sizes end below 65536";
  } catch (const InvalidArgument&) {  // sizes that exclude each other, or expressions that overflow
  }
  return "";
}

std::int64_t size(const SizeRequest& request, Random& random) {
  const bool is_chosen = request.position == request.index % request.sizes;
  const std::int64_t low = std::max<std::int64_t>(request.low, std::min<std::int64_t>(request.high, 1));
  if (!is_chosen) return random.between(low, std::max(low, std::min(request.high, most_of_others)));
  const auto pick = [&](std::span<const std::int64_t> list) -> std::int64_t {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::int64_t value = list[(request.index / request.sizes + request.attempt + i) % list.size()];
      if (value >= request.low && value <= request.high) return value;
    }
    return -1;
  };
  std::int64_t chosen = request.index % 10 == 9 ? pick(rare) : -1;
  if (chosen < 0) chosen = pick(usual);
  return chosen >= 0 ? chosen : std::max(low, request.high - static_cast<std::int64_t>(request.attempt));
}

}  // namespace

Family large() {
  return {.info = {.name = "large",
                   .doc = "Sizes at which index arithmetic leaves 16, 24, 31 or 32 bits, within the bounds of the spec "
                          "and 64 MiB.",
                   .classes = {{"bits16", "A size, an array or a launch has 65536 elements or more."},
                               {"bits24", "2^24 or more."},
                               {"bits31", "2^31 or more."},
                               {"bits32", "2^32 or more."},
                               {"square", "The square of a size does not fit a signed integer of 32 bits."}}},
          .budget = std::uint64_t{64} << 20,
          .is_large = [](Random&) { return true; },
          .size = size,
          .why_not = why_not,
          .classes = classes};
}

}  // namespace kparity::generate::family
