// What a family file must provide: which specs it serves, how the sizes of a case are drawn, and what it changes about
// scalars, contents, memory and calls. CMake collects the files of families/ into all_families().
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/generate/generate.hpp"
#include "philox.hpp"
#include "prepared.hpp"
#include "sizes.hpp"

namespace kparity::generate {

/// One array of one case, as its generator sees it.
struct ContentsRequest {
  const Prepared& prepared;
  const Case& drawn;
  const PreparedArray& array;
  const Argument& argument;
};

inline constexpr std::uint64_t small_budget = std::uint64_t{128} << 10, large_budget = std::uint64_t{4} << 20;

struct Family {
  FamilyInfo info;
  /// How many cases of a campaign it draws, in proportion to the other families.
  unsigned weight = 1;
  /// Bytes of all arrays of a large case; others have small_budget.
  std::uint64_t budget = large_budget;
  /// Whether this case may use the whole budget; most cases should be small, so that many are quick.
  bool (*is_large)(Random& random);
  /// Whether one size may equal another; else it is drawn again, so that a mix-up shows.
  bool equal_sizes = false;
  /// A value in [low, high].
  std::int64_t (*size)(const SizeRequest& request, Random& random);

  // What is null changes nothing.

  /// Why it draws no case of this spec; empty if it does.
  std::string (*why_not)(const Prepared& prepared) = nullptr;
  /// Another value for a scalar that is no size, legal as well.
  ScalarValue (*scalar)(const Range& legal, const ScalarValue& drawn, Random& random) = nullptr;
  /// Changes the generated contents of an array, element by element from (seed, argument, index); `out` is aligned.
  void (*contents)(const ContentsRequest& request, std::span<std::byte> out) = nullptr;
  /// Changes where arrays lie.
  void (*lay_out)(const Prepared& prepared, const Case& drawn, std::vector<ArrayPlan>& arrays) = nullptr;
  /// The calls that the case consists of, one after another on the same memory; all with the sizes of the case.
  std::vector<Case> (*calls)(const Prepared& prepared, const Case& drawn) = nullptr;
  /// Which classes of info.classes the case is an example of.
  std::vector<std::string> (*classes)(const Prepared& prepared, const Case& drawn) = nullptr;
};

namespace family {
/// All families in alphabetical order (written by the build from the files in families/).
std::vector<Family> all_families();
}  // namespace family

/// Made once.
const std::vector<Family>& family_table();

/// Throws InvalidArgument naming the known families.
const Family& find_family(std::string_view name);

}  // namespace kparity::generate
