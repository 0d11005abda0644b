// Warp collectives by the CUDA C++ Programming Guide, sections "Warp Vote", "Match", "Reduce" and "Shuffle Functions".
#include "warp.hpp"

#include <algorithm>

namespace kparity::emulate {

namespace {

template <class F>
void for_each_lane(std::uint64_t lanes, F&& visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

std::uint64_t ballot(std::span<const KparityWarpRequest> requests, std::uint64_t lanes) {
  std::uint64_t bits = 0;
  for_each_lane(lanes, [&](unsigned lane) { bits |= std::uint64_t{requests[lane].value != 0} << lane; });
  return bits;
}

std::uint64_t equal_to(std::span<const KparityWarpRequest> requests, std::uint64_t lanes, std::uint64_t value) {
  std::uint64_t bits = 0;
  for_each_lane(lanes, [&](unsigned lane) { bits |= std::uint64_t{requests[lane].value == value} << lane; });
  return bits;
}

template <class F>
std::uint64_t reduced(std::span<const KparityWarpRequest> requests, std::uint64_t lanes, F&& combine) {
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  std::uint64_t value = requests[first].value;
  for_each_lane(lanes & (lanes - 1), [&](unsigned lane) { value = combine(value, requests[lane].value); });
  return value;
}

template <class F>
std::uint64_t reduced_signed(std::span<const KparityWarpRequest> requests, std::uint64_t lanes, F&& combine) {
  return reduced(requests, lanes, [&](std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>(combine(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)));
  });
}

std::uint64_t reduction(std::span<const KparityWarpRequest> requests, std::uint64_t lanes,
                        KparityWarpOperation operation) {
  using U = std::uint64_t;
  switch (operation) {
    case kparity_warp_reduce_add: return reduced(requests, lanes, [](U a, U b) { return a + b; });
    case kparity_warp_reduce_min:
      return reduced_signed(requests, lanes, [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
    case kparity_warp_reduce_max:
      return reduced_signed(requests, lanes, [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
    case kparity_warp_reduce_unsigned_min: return reduced(requests, lanes, [](U a, U b) { return std::min(a, b); });
    case kparity_warp_reduce_unsigned_max: return reduced(requests, lanes, [](U a, U b) { return std::max(a, b); });
    case kparity_warp_reduce_and: return reduced(requests, lanes, [](U a, U b) { return a & b; });
    case kparity_warp_reduce_or: return reduced(requests, lanes, [](U a, U b) { return a | b; });
    default: return reduced(requests, lanes, [](U a, U b) { return a ^ b; });
  }
}

}  // namespace

const char* name_of(KparityWarpOperation operation) {
  switch (operation) {
    case kparity_warp_sync: return "__syncwarp";
    case kparity_warp_ballot: return "__ballot_sync";
    case kparity_warp_all: return "__all_sync";
    case kparity_warp_any: return "__any_sync";
    case kparity_warp_shuffle: return "__shfl_sync";
    case kparity_warp_shuffle_up: return "__shfl_up_sync";
    case kparity_warp_shuffle_down: return "__shfl_down_sync";
    case kparity_warp_shuffle_xor: return "__shfl_xor_sync";
    case kparity_warp_match_any: return "__match_any_sync";
    case kparity_warp_match_all: return "__match_all_sync";
    case kparity_warp_reduce_add: return "__reduce_add_sync";
    case kparity_warp_reduce_min:
    case kparity_warp_reduce_unsigned_min: return "__reduce_min_sync";
    case kparity_warp_reduce_max:
    case kparity_warp_reduce_unsigned_max: return "__reduce_max_sync";
    case kparity_warp_reduce_and: return "__reduce_and_sync";
    case kparity_warp_reduce_or: return "__reduce_or_sync";
    case kparity_warp_reduce_xor: return "__reduce_xor_sync";
  }
  return "a warp collective";
}

KparityWarpResult result_of(std::span<const KparityWarpRequest> requests, std::uint64_t lanes, unsigned lane) {
  const KparityWarpRequest& own = requests[lane];
  switch (own.operation) {
    case kparity_warp_sync: return {0, 0};
    case kparity_warp_ballot: return {ballot(requests, lanes), 0};
    case kparity_warp_all: return {ballot(requests, lanes) == lanes ? 1u : 0u, 0};
    case kparity_warp_any: return {ballot(requests, lanes) != 0 ? 1u : 0u, 0};
    case kparity_warp_match_any: return {equal_to(requests, lanes, own.value), 0};
    case kparity_warp_match_all: {
      const bool all = equal_to(requests, lanes, own.value) == lanes;
      return {all ? lanes : 0, all ? 1 : 0};
    }
    case kparity_warp_shuffle:
    case kparity_warp_shuffle_up:
    case kparity_warp_shuffle_down:
    case kparity_warp_shuffle_xor: {
      const unsigned source = source_lane(own, lane);
      return {(lanes >> source & 1) != 0 ? requests[source].value : own.value, 0};
    }
    default: return {reduction(requests, lanes, own.operation), 0};
  }
}

}  // namespace kparity::emulate
