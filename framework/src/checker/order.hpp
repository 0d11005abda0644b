// Which earlier accesses are ordered before what the running thread does now: by its own program order, by barriers, by
// warp collectives and by chains of fences and atomics. Blocks run one after another and threads one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "cell.hpp"
#include "clocks.hpp"

namespace kparity::checker {

/// How far the effect of a fence or an atomic reaches.
enum class Scope { block, device, system };

/// One counter stamps every event: the beginning of a launch or block, a barrier, a warp collective, a fence. The epoch
/// of a thread is the stamp of the last event that it took part in; an access carries the epoch of its thread. So the
/// stamp of an access tells its block, and "thread u is known up to stamp s" says which of its accesses are ordered
/// before.
///
/// Rules, the fence rule of C++ with some additions that CUDA's own examples rely on:
/// - A barrier orders all threads of a block, a collective the lanes of its mask that have not left.
/// - A fence followed by an atomic store releases what its thread knows; an atomic load followed by a fence acquires
/// what
///   was released at that address. A fence or atomic of block scope does so within its block only.
/// - An atomic that releases is itself ordered before what acquires it: the last block may reset the counter plainly.
/// - A barrier also acquires what its threads' atomics have seen, and it and a collective pass on what their threads
/// have
///   released. (Programming guide, last-block sum: the counter is read by one thread and followed by a barrier only.)
/// - Different blocks are otherwise unordered.
class Order {
 public:
  /// `warp_size` is a power of 2.
  void launch_begin(unsigned threads, unsigned warp_size);
  void block_begin(std::uint64_t linear);
  void thread_change(unsigned thread);
  void thread_exit();
  void barrier();
  void collective(unsigned warp, std::uint64_t mask);
  void fence(Scope scope);
  /// An atomic store or update is about to be remembered: what it releases covers itself, but not the accesses around
  /// it, so it gets an epoch of its own.
  void before_atomic_write();
  /// An atomic operation of the running thread that reads, writes or does both; `writes` alone is a plain atomic store.
  void atomic(std::uintptr_t address, bool reads, bool writes, Scope scope);

  /// Whether an access of `thread` with epoch `stamp`, of this launch, is ordered before what the running thread does
  /// now.
  bool ordered(std::uint32_t stamp, std::uint16_t thread) {
    if (stamp >= block_start) {
      if (thread == me || stamp < barrier_stamp) return true;
      if (knows_lane(stamp, thread)) return true;
    }
    return knows_by_fences(stamp, thread);
  }
  /// Whether barriers and program order alone show it; may err to false.
  bool surely_ordered(std::uint32_t stamp, std::uint16_t thread) const {
    return stamp >= block_start && (stamp < barrier_stamp || thread == me);
  }
  /// Whether barriers, warps and program order alone show that the whole group is ordered before; may err to false.
  bool surely_ordered(const Group& group) const {
    if (group.stamp < block_start) return false;
    if (group.stamp < barrier_stamp) return true;
    return group.group == my_group && (group.mask == my_bit || group.stamp < my_warp_known);
  }
  /// The threads of the group whose accesses are not, as a mask.
  std::uint32_t unordered(const Group& group) {
    if (group.stamp >= block_start) {
      if (group.stamp < barrier_stamp) return 0;
      if (group.group == my_group && ((group.mask & ~my_bit) == 0)) return 0;
    }
    return unordered_slowly(group);
  }

  /// Number of the block of an access, counted as block_begin was told.
  std::uint64_t block_of(std::uint32_t stamp) const { return blocks_[index_of(stamp)].linear; }
  /// Whether an access by a block that has ended can never be ordered before anything later.
  bool settled(std::uint32_t stamp) const { return stamp < block_start && !blocks_[index_of(stamp)].fenced; }
  /// Whether the counter is so far advanced that the shadow must be wiped before the next launch. What is left is more
  /// than a launch can use in an hour.
  bool used_up() const { return now_ > 0x80000000u; }
  void restart() { now_ = 0; }

  // The running thread; written by the functions above only.
  std::uint32_t launch_start = 0, block_start = 0, barrier_stamp = 0;
  std::uint32_t epoch = 0, my_bit = 0;
  std::uint32_t my_warp_known = 0;  // the whole group of 32 is known up to this stamp; 0 for warps of fewer lanes
  std::uint16_t me = 0, my_group = 0;
  std::uint64_t block = 0;

 private:
  struct Block {
    std::uint32_t start;
    bool fenced;
    std::uint64_t linear;
  };
  struct Thread {
    std::uint32_t epoch = 0;
    ClockId known = 0;                                // acquired from others
    ClockId pending_block = 0, pending_device = 0;    // seen by atomics, acquired by the next fence
    ClockId released_block = 0, released_device = 0;  // as of the last fence
  };
  struct Synchronised {  // what was released at an address
    ClockId device = 0, block = 0;
    std::uint32_t block_start = 0;  // `block` belongs to the block that began with this stamp
  };

  bool knows_lane(std::uint32_t stamp, std::uint16_t thread) const;
  bool knows_by_fences(std::uint32_t stamp, std::uint16_t thread);
  std::uint32_t unordered_slowly(const Group& group);
  std::size_t index_of(std::uint32_t stamp) const;
  std::vector<Fact> facts_of_me() const;
  void pass_on(bool acquire);
  std::uint32_t* row(unsigned thread) { return &rows_[std::size_t{thread} * warp_size_]; }
  const std::uint32_t* row(unsigned thread) const { return &rows_[std::size_t{thread} * warp_size_]; }
  unsigned lanes_of(unsigned warp) const;
  std::uint64_t all_lanes(unsigned warp) const;

  std::uint32_t now_ = 0;
  unsigned threads_ = 0, warp_size_ = 32;
  unsigned warp_shift_ = 5;    // warp_size_ is 1 << this
  bool own_epoch_ = false;     // the atomic that is being remembered has one
  bool fenced_ = false;        // somebody executed a fence in this launch: before that no clock knows anything
  bool block_fenced_ = false;  // in this block, or it inherited clocks that have to be forgotten
  std::vector<Block> blocks_;
  std::vector<Thread> thread_;
  std::vector<std::uint64_t> left_;        // by warp: lanes that have left the kernel
  std::vector<std::uint32_t> warp_known_;  // by warp: all its lanes know one another up to this stamp
  std::vector<std::uint32_t> rows_;        // by thread and lane of its warp: knows that lane up to this stamp
  std::vector<std::uint32_t> merged_;
  std::vector<unsigned> party_;  // the threads that pass_on is for
  std::unordered_map<std::uintptr_t, Synchronised> synchronised_;
  Clocks clocks_;
};

inline void Order::thread_change(unsigned thread) {
  me = static_cast<std::uint16_t>(thread);
  my_group = static_cast<std::uint16_t>(thread / 32);
  my_bit = 1u << (thread % 32);
  epoch = thread_[thread].epoch;
  my_warp_known = warp_size_ % 32 == 0 ? warp_known_[thread >> warp_shift_] : 0;
}

}  // namespace kparity::checker
