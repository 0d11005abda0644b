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
bool is_shuffle(KparityWarpOperation operation);

/// The lane that lane `lane` of a shuffle reads; itself where the source lies outside its segment.
unsigned source_lane(const KparityWarpRequest& request, unsigned lane);

/// The result of lane `lane`. `requests[l]` is valid for every lane l in `lanes`, the lanes that take part; all have
/// the same operation and mask. A shuffle from a lane that takes no part gives the lane's own value.
KparityWarpResult result_of(std::span<const KparityWarpRequest> requests, std::uint64_t lanes, unsigned lane);

}  // namespace kparity::emulate
