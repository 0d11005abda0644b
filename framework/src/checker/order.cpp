// Keeps the stamps and the knowledge of threads. Nothing here is cleared between blocks that an older stamp makes void
// by itself; only clocks, which exist once somebody has executed a fence, are.
#include "order.hpp"

#include <algorithm>
#include <bit>

namespace kparity::checker {

void Order::launch_begin(unsigned threads, unsigned warp_size) {
  if (threads != threads_ || warp_size != warp_size_) {
    threads_ = threads;
    warp_size_ = warp_size;
    warp_shift_ = static_cast<unsigned>(std::countr_zero(warp_size));
    const std::size_t warps = (threads + warp_size - 1) / warp_size;
    rows_.assign(std::size_t{threads} * warp_size, 0);
    warp_known_.assign(warps, 0);
    left_.assign(warps, 0);
    merged_.resize(warp_size);
  }
  if (now_ == 0) {  // restarted: what was known before means nothing
    std::fill(rows_.begin(), rows_.end(), 0);
    std::fill(warp_known_.begin(), warp_known_.end(), 0);
  }
  thread_.assign(threads, {});
  blocks_.clear();
  if (fenced_) {
    clocks_.clear();
    synchronised_.clear();
  }
  fenced_ = block_fenced_ = false;
  launch_start = block_start = barrier_stamp = ++now_;
  blocks_.push_back({launch_start, false, 0});
}

void Order::block_begin(std::uint64_t linear) {
  block = linear;
  block_start = barrier_stamp = ++now_;
  blocks_.push_back({block_start, false, linear});
  if (block_fenced_) {
    std::fill(thread_.begin(), thread_.end(), Thread{});
    block_fenced_ = false;
  }
  for (Thread& thread : thread_) thread.epoch = block_start;
  std::fill(left_.begin(), left_.end(), 0);
  thread_change(0);
}

void Order::thread_exit() {
  left_[me >> warp_shift_] |= std::uint64_t{1} << (me & (warp_size_ - 1));
}

void Order::barrier() {
  barrier_stamp = ++now_;
  for (Thread& thread : thread_) thread.epoch = now_;
  epoch = now_;
  if (!fenced_) return;
  party_.clear();
  for (unsigned t = 0; t < threads_; ++t) {
    if ((left_[t >> warp_shift_] >> (t & (warp_size_ - 1)) & 1) == 0) party_.push_back(t);
  }
  pass_on(true);
}

void Order::collective(unsigned warp, std::uint64_t mask) {
  const unsigned first = warp * warp_size_;
  const std::uint64_t lanes = mask & all_lanes(warp) & ~left_[warp];
  ++now_;
  if (lanes == all_lanes(warp)) {
    warp_known_[warp] = now_;
  } else {
    std::fill(merged_.begin(), merged_.end(), 0);
    for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
      const std::uint32_t* from = row(first + static_cast<unsigned>(std::countr_zero(rest)));
      for (unsigned lane = 0; lane < warp_size_; ++lane) merged_[lane] = std::max(merged_[lane], from[lane]);
    }
    for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) merged_[std::countr_zero(rest)] = now_;
    for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
      std::copy(merged_.begin(), merged_.end(), row(first + static_cast<unsigned>(std::countr_zero(rest))));
    }
  }
  party_.clear();
  for (std::uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
    party_.push_back(first + static_cast<unsigned>(std::countr_zero(rest)));
  }
  for (const unsigned t : party_) thread_[t].epoch = now_;
  if (fenced_) pass_on(false);
  thread_change(me);
}

void Order::fence(Scope scope) {
  fenced_ = block_fenced_ = true;
  if (scope != Scope::block) blocks_.back().fenced = true;
  Thread& thread = thread_[me];
  thread.known = clocks_.join(thread.known, thread.pending_block);
  thread.pending_block = 0;
  if (scope != Scope::block) {
    thread.known = clocks_.join(thread.known, thread.pending_device);
    thread.pending_device = 0;
  }
  epoch = thread.epoch = ++now_;
  thread.released_block = clocks_.make(facts_of_me(), thread.known);
  if (scope != Scope::block) thread.released_device = thread.released_block;
}

void Order::before_atomic_write() {
  own_epoch_ = fenced_ && thread_[me].released_block != 0;
  if (own_epoch_) epoch = thread_[me].epoch = ++now_;
}

void Order::atomic(std::uintptr_t address, bool reads, bool writes, Scope scope) {
  if (!fenced_) return;
  Thread& thread = thread_[me];
  ClockId itself = 0;
  if (own_epoch_) {
    itself = clocks_.make({{epoch, epoch + 1, me}}, 0);
    epoch = thread.epoch = ++now_;
    own_epoch_ = false;
  }
  auto found = synchronised_.find(address);
  if (found == synchronised_.end()) {
    if (!writes || thread.released_block == 0) return;
    found = synchronised_.emplace(address, Synchronised{}).first;
  }
  Synchronised& there = found->second;
  if (there.block_start != block_start) {
    there.block = 0;
    there.block_start = block_start;
  }
  const bool beyond_block = scope != Scope::block;
  block_fenced_ = true;
  if (reads) {
    thread.pending_block = clocks_.join(thread.pending_block, there.block);
    if (beyond_block) thread.pending_device = clocks_.join(thread.pending_device, there.device);
  }
  if (!writes) return;
  if (!reads) there.block = there.device = 0;
  there.block = clocks_.join(there.block, clocks_.join(thread.released_block, itself));
  if (beyond_block && thread.released_device != 0) {
    there.device = clocks_.join(there.device, clocks_.join(thread.released_device, itself));
  }
}

unsigned Order::lanes_of(unsigned warp) const {
  return std::min(warp_size_, threads_ - warp * warp_size_);
}

std::uint64_t Order::all_lanes(unsigned warp) const {
  return ~std::uint64_t{0} >> (64 - lanes_of(warp));
}

bool Order::knows_lane(std::uint32_t stamp, std::uint16_t thread) const {
  const unsigned warp = me >> warp_shift_;
  if (static_cast<unsigned>(thread) >> warp_shift_ != warp) return false;
  return stamp < warp_known_[warp] || stamp < row(me)[thread & (warp_size_ - 1)];
}

bool Order::knows_by_fences(std::uint32_t stamp, std::uint16_t thread) {
  const ClockId known = thread_[me].known;
  return known != 0 && clocks_.knows(known, blocks_[index_of(stamp)].start, stamp, thread);
}

std::uint32_t Order::unordered_slowly(const Group& group) {
  std::uint32_t result = 0;
  for (std::uint32_t rest = group.mask; rest != 0; rest &= rest - 1) {
    const auto thread = static_cast<std::uint16_t>(group.group * 32 + std::countr_zero(rest));
    if (!ordered(group.stamp, thread)) result |= rest & -rest;
  }
  return result;
}

std::size_t Order::index_of(std::uint32_t stamp) const {
  if (stamp >= block_start) return blocks_.size() - 1;
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), stamp,
                                      [](std::uint32_t value, const Block& element) { return value < element.start; });
  return static_cast<std::size_t>(after - blocks_.begin()) - 1;
}

std::vector<Fact> Order::facts_of_me() const {
  std::vector<Fact> facts = {{block_start, now_, me}};
  if (barrier_stamp > block_start) facts.push_back({block_start, barrier_stamp, Fact::all_threads});
  const unsigned warp = me / warp_size_;
  for (unsigned lane = 0; lane < lanes_of(warp); ++lane) {
    const std::uint32_t known = std::max(warp_known_[warp], row(me)[lane]);
    const auto thread = static_cast<std::uint16_t>(warp * warp_size_ + lane);
    if (known > barrier_stamp && thread != me) facts.push_back({block_start, known, thread});
  }
  return facts;
}

/// Gives every thread of the party what any of them knows or has released.
void Order::pass_on(bool acquire) {
  Thread all;
  for (const unsigned t : party_) {
    const Thread& thread = thread_[t];
    all.known = clocks_.join(all.known, thread.known);
    if (acquire) {
      all.known = clocks_.join(all.known, thread.pending_block);
      all.known = clocks_.join(all.known, thread.pending_device);
    }
    all.released_block = clocks_.join(all.released_block, thread.released_block);
    all.released_device = clocks_.join(all.released_device, thread.released_device);
  }
  for (const unsigned t : party_) {
    Thread& thread = thread_[t];
    thread.known = all.known;
    thread.released_block = all.released_block;
    thread.released_device = all.released_device;
    if (acquire) thread.pending_block = thread.pending_device = 0;
  }
}

}  // namespace kparity::checker
