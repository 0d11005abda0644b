// Questions about the table of host kinds; the table itself is written by CMake from runtime/host_kinds/.
#include "kparity/compile/host_kind.hpp"

#include <algorithm>

namespace kparity::compile {

const HostKind* find_host_kind(std::string_view name) {
  for (const HostKind& kind : host_kinds()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::string host_kind_names() {
  std::string names;
  for (const HostKind& kind : host_kinds()) names += (names.empty() ? "" : ", ") + kind.name;
  return names;
}

std::vector<std::string> source_endings() {
  std::vector<std::string> endings;
  for (const HostKind& kind : host_kinds()) endings.push_back(kind.ending);
  std::sort(endings.begin(), endings.end());
  endings.erase(std::unique(endings.begin(), endings.end()), endings.end());
  return endings;
}

}  // namespace kparity::compile
