// Asks the dynamic loader for the segments of all loaded objects.
#include "images.hpp"

#include <link.h>

#include <algorithm>

namespace kparity::checker {

namespace {

int add_segments(dl_phdr_info* info, std::size_t, void* ranges) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    std::uintptr_t begin = 0;
    if (segment.p_type == PT_LOAD) begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_TLS) begin = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
    if (begin == 0) continue;
    static_cast<std::vector<std::pair<std::uintptr_t, std::uintptr_t>>*>(ranges)->emplace_back(begin,
                                                                                               begin + segment.p_memsz);
  }
  return 0;
}

}  // namespace

bool Images::search(std::uintptr_t address) {
  if (ranges_.empty()) {
    dl_iterate_phdr(add_segments, &ranges_);
    std::sort(ranges_.begin(), ranges_.end());
  }
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), std::pair{address, ~std::uintptr_t{0}});
  if (after == ranges_.begin() || address >= std::prev(after)->second) return false;
  last_ = *std::prev(after);
  return true;
}

}  // namespace kparity::checker
