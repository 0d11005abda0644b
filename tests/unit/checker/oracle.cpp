// The rules of order.hpp once more, written down with full vector clocks.
#include "oracle.hpp"

#include <algorithm>

namespace kparity::checker {

void Oracle::join(Clock& into, const Clock& from) {
  into.upto.resize(std::max(into.upto.size(), from.upto.size()));
  for (std::size_t i = 0; i < from.upto.size(); ++i) into.upto[i] = std::max(into.upto[i], from.upto[i]);
  into.single.insert(from.single.begin(), from.single.end());
}

Oracle::Oracle(unsigned blocks, unsigned threads, bool tolerate_cas_loops)
    : threads_(threads), tolerate_(tolerate_cas_loops), state_(std::size_t{blocks} * threads) {
  for (Thread& thread : state_) thread.known.upto.assign(state_.size(), 0);
}

void Oracle::block_begin(unsigned block) {
  block_ = block;
  history_[1].clear();
  synchronised_[1].clear();
}

std::uint32_t Oracle::access(unsigned thread, const Operation& operation, unsigned bytes, bool writes, bool atomic) {
  const unsigned me = global(thread);
  Clock& known = state_[me].known;
  const Access mine = {me, ++known.upto[me], writes, atomic, atomic && operation.block_scope};
  for (unsigned i = 0; i < bytes; ++i) {
    std::vector<Access>& earlier = history_[operation.shared ? 1 : 0][operation.offset + i];
    for (const Access& other : earlier) {
      if (other.thread == me || (!other.writes && !writes)) continue;
      if (known.upto[other.thread] >= other.time || known.single.contains({other.thread, other.time})) continue;
      const bool same_block = other.thread / threads_ == block_;
      if (atomic && other.atomic && (same_block || (!mine.block_scope && !other.block_scope))) continue;
      racy_ = true;
    }
    earlier.push_back(mine);
  }
  return mine.time;
}

/// `time`: of the atomic access itself, which is released with what its thread has released.
void Oracle::synchronise(unsigned thread, const Operation& operation, bool reads, bool writes, std::uint32_t time) {
  Thread& me = state_[global(thread)];
  Synchronised& there = synchronised_[operation.shared ? 1 : 0][operation.offset];
  if (there.of_block != block_) {
    there.block = {};
    there.of_block = block_;
  }
  if (reads) {
    join(me.pending_block, there.block);
    if (!operation.block_scope) join(me.pending_device, there.device);
  }
  if (!writes) return;
  if (!reads) there.block = there.device = {};
  const std::pair itself{global(thread), time};
  if (!me.released_block.empty()) {
    join(there.block, me.released_block);
    there.block.single.insert(itself);
  }
  if (!me.released_device.empty() && !operation.block_scope) {
    join(there.device, me.released_device);
    there.device.single.insert(itself);
  }
}

void Oracle::run(unsigned thread, const Operation& operation, bool wrote) {
  switch (operation.kind) {
    case OperationKind::read_byte: access(thread, operation, 1, false, false); break;
    case OperationKind::write_byte: access(thread, operation, 1, true, false); break;
    case OperationKind::read_word: access(thread, operation, 4, false, false); break;
    case OperationKind::write_word: access(thread, operation, 4, true, false); break;
    case OperationKind::read_long: access(thread, operation, 8, false, false); break;
    case OperationKind::write_long: access(thread, operation, 8, true, false); break;
    case OperationKind::atomic_add:
      synchronise(thread, operation, true, true, access(thread, operation, 4, true, true));
      break;
    case OperationKind::atomic_store:
      synchronise(thread, operation, false, true, access(thread, operation, 4, true, true));
      break;
    case OperationKind::atomic_load:
      synchronise(thread, operation, true, false, access(thread, operation, 4, false, true));
      break;
    case OperationKind::cas_loop:
      if (!tolerate_) access(thread, operation, 4, false, false);
      [[fallthrough]];
    case OperationKind::compare_exchange:
      synchronise(thread, operation, true, wrote, access(thread, operation, 4, wrote, true));
      break;
    case OperationKind::fence: {
      Thread& me = state_[global(thread)];
      join(me.known, me.pending_block);
      me.pending_block = {};
      if (!operation.block_scope) {
        join(me.known, me.pending_device);
        me.pending_device = {};
      }
      me.released_block = me.known;
      if (!operation.block_scope) me.released_device = me.known;
      break;
    }
    default: break;
  }
}

void Oracle::barrier(const std::vector<char>& left) {
  Thread all;
  for (unsigned t = 0; t < threads_; ++t) {
    const Thread& thread = state_[global(t)];
    if (left[t] != 0) {  // what a thread did before it left has happened, too
      all.known.upto.resize(state_.size());
      all.known.upto[global(t)] = std::max(all.known.upto[global(t)], thread.known.upto[global(t)]);
      continue;
    }
    join(all.known, thread.known);
    join(all.known, thread.pending_block);
    join(all.known, thread.pending_device);
    join(all.released_block, thread.released_block);
    join(all.released_device, thread.released_device);
  }
  for (unsigned t = 0; t < threads_; ++t) {
    if (left[t] == 0) state_[global(t)] = all;
  }
}

void Oracle::collective(const std::vector<unsigned>& lanes) {
  Thread all;
  for (const unsigned t : lanes) {
    const Thread& thread = state_[global(t)];
    join(all.known, thread.known);
    join(all.released_block, thread.released_block);
    join(all.released_device, thread.released_device);
  }
  for (const unsigned t : lanes) {
    Thread& thread = state_[global(t)];
    thread.known = all.known;
    thread.released_block = all.released_block;
    thread.released_device = all.released_device;
  }
}

}  // namespace kparity::checker
