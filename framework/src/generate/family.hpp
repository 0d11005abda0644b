// What a family file must provide: how large cases are, and how the sizes of a case are drawn. CMake collects the files
// of families/ into all_families(). Scalars that are no sizes, and the contents of arrays, do not depend on the family
// yet.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kparity/generate/generate.hpp"
#include "philox.hpp"

namespace kparity::generate {

/// One size of one case that is being drawn.
struct SizeRequest {
  std::int64_t low = 0, high = 0;        // bounds of the spec
  std::int64_t block = 128;              // threads in a block along this size
  std::int64_t elements_in_block = 128;  // how much of this size a block covers
  std::uint64_t index = 0;               // of the case within its family
  std::size_t position = 0;              // of this size among the sizes of the kernel
  std::uint64_t attempt = 0;             // rises while the value equals another size of the case
  bool is_large = false;                 // what the family said of this case
};

struct Family {
  FamilyInfo info;
  /// Whether this case may use the whole budget of bytes; most cases should be small, so that many are quick.
  bool (*is_large)(Random& random);
  /// A value in [low, high].
  std::int64_t (*size)(const SizeRequest& request, Random& random);
};

namespace family {
/// All families in alphabetical order (written by the build from the files in families/).
std::vector<Family> all_families();
}  // namespace family

/// Throws InvalidArgument naming the known families.
const Family& find_family(std::string_view name);

}  // namespace kparity::generate
