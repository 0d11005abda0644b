// inclusive_scan and exclusive_scan over the lanes of a tile or a coalesced group.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <class Group, class T, class Op>
inline T inclusive_scan(const Group& group, T value, Op&& op, KparitySite site = kparity_here()) {
  const unsigned size = group.size(), rank = group.thread_rank();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const T other = group.shfl_up(value, distance, site);
    if (rank >= distance) value = op(other, value);
  }
  return value;
}
template <class Group, class T>
inline T inclusive_scan(const Group& group, T value, KparitySite site = kparity_here()) {
  return inclusive_scan(group, value, plus<T>(), site);
}
/// Lane 0 gets T(), as the guide says for sums.
template <class Group, class T, class Op>
inline T exclusive_scan(const Group& group, T value, Op&& op, KparitySite site = kparity_here()) {
  const T sum = inclusive_scan(group, value, op, site);
  const T before = group.shfl_up(sum, 1, site);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
inline T exclusive_scan(const Group& group, T value, KparitySite site = kparity_here()) {
  return exclusive_scan(group, value, plus<T>(), site);
}

}  // namespace cooperative_groups
