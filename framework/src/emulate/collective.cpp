// Warp collectives: lanes deposit what they bring, and the last lane of the mask computes the result of each. Results
// belong to their lane, so lanes may run ahead into further collectives, and disjoint masks do not disturb each other.
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "scheduler.hpp"
#include "warp.hpp"

namespace kparity::emulate {

namespace {

std::uint64_t bit(unsigned lane) {
  return std::uint64_t{1} << lane;
}

std::string shown(const KparitySite& site) {
  return site.file == nullptr ? "an unknown place"
                              : fmt::format("{}:{}", std::filesystem::path(site.file).filename().string(), site.line);
}

std::string shown_mask(std::uint64_t mask, unsigned warp_size) {
  return fmt::format("0x{:0{}x}", mask, (warp_size + 3) / 4);
}

}  // namespace

KparityWarpResult Scheduler::warp_collective(const KparityWarpRequest& asked, KparitySite site) {
  if (plain_) fail_in_plain_loop("a warp collective", site);
  Fiber& self = *current_;
  self.site = site;
  const unsigned lane = lane_of(self.linear);
  Warp& warp = warp_of(self.linear);
  KparityWarpRequest& request = warp.requests[lane];
  request = asked;
  if (options_.warp_size < 64) request.mask &= bit(options_.warp_size) - 1;
  if ((request.mask & bit(lane)) == 0) refuse_own_mask(lane, request, site);
  join(warp, lane, request, site);
  warp.fibers[lane] = &self;
  if (!complete(warp, request.mask, request.operation, &self)) park(self);
  return self.warp_result;
}

void Scheduler::refuse_own_mask(unsigned lane, const KparityWarpRequest& request, KparitySite site) {
  abandon(finding_at(FindingKind::barrier, site, *current_,
                     fmt::format("lane {} calls {} with mask {}, which does not contain it", lane,
                                 name_of(request.operation), shown_mask(request.mask, options_.warp_size))));
}

/// Adds a lane to those that wait. In the common case all of them agree, which is seen without looking at each.
void Scheduler::join(Warp& warp, unsigned lane, const KparityWarpRequest& request, const KparitySite& site) {
  if (warp.waiting == 0) {
    warp.uniform = true;
    warp.mask = request.mask;
    warp.operation = request.operation;
  } else if (!warp.uniform || warp.mask != request.mask || warp.operation != request.operation) {
    warp.uniform = false;
    if ((warp.waiting & request.mask) != 0) check_agreement(warp, lane, request, site);
  }
  warp.waiting |= bit(lane);
}

/// Lanes that wait for each other must do the same with the same mask.
void Scheduler::check_agreement(const Warp& warp, unsigned lane, const KparityWarpRequest& request,
                                const KparitySite& site) {
  for (std::uint64_t rest = warp.waiting & request.mask; rest != 0; rest &= rest - 1) {
    const auto other = static_cast<unsigned>(std::countr_zero(rest));
    const KparityWarpRequest& theirs = warp.requests[other];
    const bool same_mask = theirs.mask == request.mask;
    if (same_mask && theirs.operation == request.operation) return;  // and with all others that wait with this mask
    if ((theirs.mask & bit(lane)) == 0) continue;                    // it waits for others first
    const Fiber& fiber = *warp.fibers[other];
    abandon(finding_at(
        FindingKind::barrier, site, *current_,
        fmt::format("lane {} is in {} with mask {} while lane {} waits for it in {} with mask {} ({})", lane,
                    name_of(request.operation), shown_mask(request.mask, options_.warp_size), other,
                    name_of(theirs.operation), shown_mask(theirs.mask, options_.warp_size), shown(fiber.site))));
  }
}

/// If every lane of the mask that still lives is there, gives each its result and lets all but `running` go on.
bool Scheduler::complete(Warp& warp, std::uint64_t mask, KparityWarpOperation operation, const Fiber* running) {
  const std::uint64_t lanes = mask & warp.exists & ~warp.exited;
  if ((warp.waiting & lanes) != lanes || lanes == 0) return false;
  if (!warp.uniform)
    for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1)
      if (warp.requests[static_cast<unsigned>(std::countr_zero(rest))].mask != mask) return false;
  ++result_.collectives;
  idle_turns_ = 0;
  if (hooks_ != nullptr && hooks_->warp_collective != nullptr)
    hooks_->warp_collective(hooks_->self, static_cast<unsigned>(&warp - warps_.data()), lanes, 1);
  warp.waiting &= ~lanes;
  share_out(warp, lanes, operation);
  const bool down = options_.order == ThreadOrder::descending;
  for (std::uint64_t rest = lanes; rest != 0;) {
    const auto lane = static_cast<unsigned>(down ? std::bit_width(rest) - 1 : std::countr_zero(rest));
    rest &= ~bit(lane);
    if (warp.fibers[lane] != running) push_ready(warp.fibers[lane]);
  }
  return true;
}

/// Gives each lane its result.
void Scheduler::share_out(Warp& warp, std::uint64_t lanes, KparityWarpOperation operation) {
  if (operation == kparity_warp_sync) return;
  if (is_shuffle(operation)) {
    for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      unsigned source = source_lane(warp.requests[lane], lane);
      if ((lanes & bit(source)) == 0) {
        refuse_source(warp, lane, source);
        source = lane;
      }
      warp.fibers[lane]->warp_result.value = warp.requests[source].value;
    }
    return;
  }
  const bool common = operation != kparity_warp_match_any;
  KparityWarpResult result{};
  for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (!common || rest == lanes) result = result_of(warp.requests, lanes, lane);
    warp.fibers[lane]->warp_result = result;
  }
}

void Scheduler::refuse_source(const Warp& warp, unsigned lane, unsigned source) {
  const KparityWarpRequest& request = warp.requests[lane];
  const Fiber& fiber = *warp.fibers[lane];
  std::string why = "which has left the kernel";
  if ((request.mask & bit(source)) == 0) {
    why = fmt::format("which is not in the mask {}", shown_mask(request.mask, options_.warp_size));
  } else if ((warp.exists & bit(source)) == 0) {
    why = "which the block does not have";
  }
  add(finding_at(FindingKind::barrier, fiber.site, fiber,
                 fmt::format("lane {} in {} reads lane {}, {}", lane, name_of(request.operation), source, why)));
}

/// A lane has left: collectives that only missed it are complete now.
void Scheduler::complete_after_exit(Warp& warp) {
  for (std::uint64_t rest = warp.waiting; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const KparityWarpRequest& request = warp.requests[lane];
    if (complete(warp, request.mask, request.operation, nullptr)) rest &= warp.waiting | bit(lane);
  }
}

/// A lane that waits in a collective, and what for; `who` stays null if there is none.
std::string Scheduler::incomplete_collective_text(const Fiber*& who) const {
  for (const Warp& warp : warps_) {
    if (warp.waiting == 0) continue;
    const auto lane = static_cast<unsigned>(std::countr_zero(warp.waiting));
    const KparityWarpRequest& request = warp.requests[lane];
    who = warp.fibers[lane];
    const std::uint64_t missing = request.mask & warp.exists & ~warp.exited & ~warp.waiting;
    std::string text = fmt::format("waits in {} at {} with mask {}", name_of(request.operation), shown(who->site),
                                   shown_mask(request.mask, options_.warp_size));
    if (missing != 0) text += fmt::format("; lane {} never comes", std::countr_zero(missing));
    return text;
  }
  return "";
}

}  // namespace kparity::emulate
