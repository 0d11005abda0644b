// Arrays of 2^31 elements and more, most of whose addresses have the same memory, so that they cost little; only
// windows of them are judged. Drawn where it is asked for by name, since the reference has to run over all elements.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "family.hpp"
#include "scalar.hpp"

namespace kparity::generate::family {

namespace {

// Not only 2^31 itself, so that the last block is partly filled.
constexpr std::int64_t beyond = 4099;
constexpr std::array<std::int64_t, 2> targets = {(std::int64_t{1} << 31) + beyond, (std::int64_t{1} << 32) + beyond};
constexpr std::uint64_t bits31 = (std::uint64_t{1} << 31) - 1, bits32 = std::uint64_t{1} << 32;

/// The root of a target, a little more for each size, so that they differ; the bounds of the spec cut it.
std::int64_t size(const SizeRequest& request, Random&) {
  const std::int64_t target = targets[request.index % targets.size()];
  if (request.sizes == 1) return target <= request.high ? std::max(target, request.low) : request.high;
  const double root = std::pow(static_cast<double>(target), 1. / static_cast<double>(request.sizes));
  const std::int64_t own = static_cast<std::int64_t>(root) + 3 + 37 * static_cast<std::int64_t>(request.position);
  return std::clamp(own, request.low, request.high);
}

std::uint64_t longest_array(const Prepared& prepared, const Case& drawn) {
  std::uint64_t longest = 0;
  const Values values = values_of(prepared, drawn);
  for (const auto& array : prepared.arrays) longest = std::max(longest, measure(array, drawn, values).elements);
  return longest;
}

std::vector<std::string> classes(const Prepared& prepared, const Case& drawn) {
  std::vector<std::string> found;
  const std::uint64_t longest = longest_array(prepared, drawn);
  if (longest >= bits31) found.emplace_back("bits31");
  if (longest >= bits32) found.emplace_back("bits32");
  return found;
}

std::string why_not(const Prepared& prepared) {
  for (const auto& array : prepared.arrays)
    if (array.input != nullptr && !array.kind->independent && array.input->generate.kind != "constant")
      return "the elements of '" + array.name + "' depend on each other";
  Case largest{.family = {}, .scalars = {}};
  for (std::size_t i = 0; i < prepared.scalars.size(); ++i) {
    const auto& scalar = prepared.scalars[i];
    const DType dtype = scalar.dtypes.front();
    const auto place = std::ranges::find(prepared.sizes, i);
    SizeRequest request;
    request.high = whole_range(dtype, 0, std::numeric_limits<std::int64_t>::max()).high;
    request.position = static_cast<std::size_t>(place - prepared.sizes.begin());
    request.sizes = prepared.sizes.size();
    Random random({});
    largest.scalars.push_back(scalar_from_whole(dtype, scalar.is_size ? size(request, random) : 1));
  }
  try {
    if (!prepared.sizes.empty() && settle(prepared, largest) && longest_array(prepared, largest) >= bits31) return "";
  } catch (const InvalidArgument&) {  // sizes that exclude each other, or expressions that overflow
  }
  return "the bounds of the spec allow no array of 2^31 elements";
}

}  // namespace

Family sparse() {
  return {.info = {.name = "sparse",
                   .doc = "Arrays of 2^31 elements and more, of which windows are judged; only with `--family sparse`, "
                          "on the host and emulated.",
                   .classes = {{"bits31", "An array has 2^31 elements or more, or one less."},
                               {"bits32", "An array has 2^32 elements or more."}},
                   .by_name = true},
          .budget = std::uint64_t{64} << 30,  // of addresses
          .is_large = [](Random&) { return true; },
          .size = size,
          .why_not = why_not,
          .classes = classes};
}

}  // namespace kparity::generate::family
