// What each lane gets out of a warp collective: plain arithmetic on what the lanes deposited, without threads.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>

#include "kparity/engine.h"

namespace kparity::emulate {

/// "__shfl_down_sync".
const char* name_of(KparityWarpOperation operation);

/// Whether it orders the memory accesses of its lanes: all do, but votes and shuffles promise it for nothing beyond
/// the lanes of their mask.
inline bool is_shuffle(KparityWarpOperation operation) {
  return operation >= kparity_warp_shuffle && operation <= kparity_warp_shuffle_xor;
}

/// The lane that lane `lane` of a shuffle reads; itself where the source lies outside its segment.
inline unsigned source_lane(const KparityWarpRequest& request, unsigned lane) {
  const unsigned width = request.width;  // a power of 2
  const unsigned begin = lane & ~(width - 1);
  switch (request.operation) {
    case kparity_warp_shuffle: return begin + (request.parameter & (width - 1));
    case kparity_warp_shuffle_up: return request.parameter > lane - begin ? lane : lane - request.parameter;
    case kparity_warp_shuffle_down: return request.parameter >= begin + width - lane ? lane : lane + request.parameter;
    default: {
      // May read earlier segments, but not later ones.
      const unsigned source = lane ^ request.parameter;
      return source < begin + width ? source : lane;
    }
  }
}

/// The result of lane `lane`. `requests[l]` is valid for every lane l in `lanes`, the lanes that take part; all have
/// the same operation and mask. A shuffle from a lane that takes no part gives the lane's own value.
KparityWarpResult result_of(std::span<const KparityWarpRequest> requests, std::uint64_t lanes, unsigned lane);

}  // namespace kparity::emulate
