// What a kernel may use on the CPU and what it may not: the lists that `kparity describe emulation` prints.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kparity::emulate {

struct SupportedGroup {
  std::string_view title;
  std::string_view names;  // separated by blanks
};
std::span<const SupportedGroup> supported_groups();

struct RefusedFeature {
  std::string feature;             // "inline PTX"
  std::vector<std::string> names;  // by which it is recognised
};
std::span<const RefusedFeature> refused_list();

}  // namespace kparity::emulate
