// reduce over the lanes of a tile or a coalesced group. The order of the sums is fixed: by halves, from the far end.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <class Group, class T, class Op>
inline T reduce(const Group& group, T value, Op&& op, KparitySite site = kparity_here()) {
  const unsigned size = group.size(), rank = group.thread_rank();
  unsigned width = 1;
  while (width < size) width *= 2;
  for (unsigned distance = width / 2; distance > 0; distance /= 2) {
    const T other = group.shfl_down(value, distance, site);
    if (rank + distance < size) value = op(value, other);
  }
  return group.shfl(value, 0, site);
}

}  // namespace cooperative_groups
