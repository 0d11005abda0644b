// The general case of an access to a cell, with all lists. Lists stay short: a thread is in a list once for its block,
// what a barrier has ordered is dropped, and of blocks that can never be ordered before anything one group is enough.
#include "races.hpp"

#include <bit>

namespace kparity::checker {

namespace {

using With = Conflict::With;

/// Volatile accesses of different blocks are how flags were spun on before there were atomic loads; within a block they
/// are accesses like any other, so that warp-synchronous code that relies on volatile is found.
bool both_volatile(std::uint16_t a, std::uint16_t b) {
  return (a & b & access_volatile) != 0;
}

}  // namespace

Conflict Races::with_write(const Cell& cell, std::uint32_t floor, std::uint16_t flags) {
  const Write& write = cell.write;
  if (write.stamp < floor || order_.ordered(write.stamp, write.thread)) return {};
  if (both_volatile(flags, write.flags) && write.stamp < order_.block_start) return {};
  return {With::write, write.thread, write.flags, write.stamp, write.code};
}

Conflict Races::with_group(const Group& group, With with) {
  const std::uint32_t lanes = order_.unordered(group);
  if (lanes == 0) return {};
  const auto thread = static_cast<std::uint16_t>(group.group * 32 + std::countr_zero(lanes));
  return {with, thread, group.flags, group.stamp, group.code};
}

/// Puts an access of the running thread into a list.
void Races::add(std::uint32_t& list, const Group& mine) {
  std::uint32_t* link = &list;
  while (*link != 0) {
    Group& group = pools_.node(*link).group;
    if (group.stamp < order_.block_start) break;
    if (group.same_place(mine)) {
      group.mask |= mine.mask;
      return;
    }
    if (group.flags == mine.flags) {
      if (group.group == mine.group) group.mask &= ~mine.mask;
      if (group.mask == 0 || order_.surely_ordered(group)) {
        pools_.remove(*link);
        continue;
      }
    }
    link = &pools_.node(*link).next;
  }
  // Behind come the groups of blocks that have ended. One stands for all that nothing can ever order any more.
  const auto settled_flags = static_cast<std::uint16_t>(mine.flags | access_settled);
  bool represented = false;
  for (std::uint32_t i = *link; i != 0 && !represented; i = pools_.node(i).next) {
    const Group& group = pools_.node(i).group;
    if ((group.flags & access_settled) == 0) continue;
    represented = group.flags == settled_flags && order_.settled(group.stamp);
    if (represented) break;
  }
  while (*link != 0) {
    Group& group = pools_.node(*link).group;
    if ((group.flags & access_settled) != 0) break;
    const bool same_kind = group.flags == mine.flags;
    group.flags |= access_settled;
    if (same_kind && order_.settled(group.stamp)) {
      if (represented) {
        pools_.remove(*link);
        continue;
      }
      represented = true;
    }
    link = &pools_.node(*link).next;
  }
  pools_.push(list, mine);
}

Conflict Races::read_slowly(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags, bool hold) {
  Conflict conflict = with_write(cell, floor, flags);
  Extra* extra = pools_.find(cell, floor);
  if (!conflict && extra != nullptr && (flags & access_volatile) == 0) {
    for (std::uint32_t i = extra->atomics; i != 0 && !conflict; i = pools_.node(i).next) {
      const Group& group = pools_.node(i).group;
      if ((group.flags & access_writes) != 0) conflict = with_group(group, With::atomic);
    }
    if (conflict && hold) return conflict;
  }
  Group& reads = cell.reads;
  const Group mine = {order_.epoch, code, order_.my_bit, order_.my_group, flags};
  if (reads.stamp >= floor && reads.same_place(mine)) {
    reads.mask |= order_.my_bit;
  } else if (reads.stamp < floor || (reads.flags == flags && order_.surely_ordered(reads))) {
    reads = mine;
  } else {
    if (extra == nullptr) extra = &pools_.get(cell, floor);
    add(extra->reads, mine);
  }
  return conflict;
}

Conflict Races::write_slowly(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags) {
  Conflict conflict = with_write(cell, floor, flags);
  const auto volatiles_of_blocks = [&](const Group& group) {
    return both_volatile(flags, group.flags) && group.stamp < order_.block_start;
  };
  if (!conflict && cell.reads.stamp >= floor && !volatiles_of_blocks(cell.reads)) {
    conflict = with_group(cell.reads, With::read);
  }
  if (Extra* extra = pools_.find(cell, floor)) {
    for (std::uint32_t i = extra->reads; i != 0 && !conflict; i = pools_.node(i).next) {
      const Group& group = pools_.node(i).group;
      if (!volatiles_of_blocks(group)) conflict = with_group(group, With::read);
    }
    if ((flags & access_volatile) == 0) {
      for (std::uint32_t i = extra->atomics; i != 0 && !conflict; i = pools_.node(i).next) {
        conflict = with_group(pools_.node(i).group, With::atomic);
      }
    }
  }
  pools_.drop(cell);
  cell.write = {order_.epoch, code, order_.me, flags};
  cell.reads.stamp = 0;
  return conflict;
}

Conflict Races::atomic(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags) {
  const bool writes = (flags & access_writes) != 0;
  Conflict conflict;
  if ((cell.write.flags & access_volatile) == 0) conflict = with_write(cell, floor, flags);
  Extra* extra = pools_.find(cell, floor);
  if (writes) {
    if (!conflict && cell.reads.stamp >= floor && (cell.reads.flags & access_volatile) == 0) {
      conflict = with_group(cell.reads, With::read);
    }
    for (std::uint32_t i = extra == nullptr ? 0 : extra->reads; i != 0 && !conflict; i = pools_.node(i).next) {
      const Group& group = pools_.node(i).group;
      if ((group.flags & access_volatile) == 0) conflict = with_group(group, With::read);
    }
  }
  // Atomics of block scope are atomic for their own block only.
  for (std::uint32_t i = extra == nullptr ? 0 : extra->atomics; i != 0 && !conflict; i = pools_.node(i).next) {
    const Group& group = pools_.node(i).group;
    const bool narrow = ((flags | group.flags) & access_block_scope) != 0;
    const bool stores = ((flags | group.flags) & access_writes) != 0;
    if (narrow && stores && group.stamp < order_.block_start) conflict = with_group(group, With::atomic);
  }
  if (extra == nullptr) extra = &pools_.get(cell, floor);
  add(extra->atomics, {order_.epoch, code, order_.my_bit, order_.my_group, flags});
  return conflict;
}

void Races::forget_own_reads(Cell& cell, std::uint32_t floor) {
  const auto forget = [&](Group& group) {
    if (group.stamp >= order_.barrier_stamp && group.group == order_.my_group) group.mask &= ~order_.my_bit;
    return group.mask == 0;
  };
  if (cell.reads.stamp >= floor && forget(cell.reads)) cell.reads.stamp = 0;
  Extra* extra = pools_.find(cell, floor);
  if (extra == nullptr) return;
  for (std::uint32_t* link = &extra->reads; *link != 0;) {
    if (forget(pools_.node(*link).group)) {
      pools_.remove(*link);
    } else {
      link = &pools_.node(*link).next;
    }
  }
}

ByteCells& Races::split(Cell& cell, std::uint32_t floor) {
  std::uint32_t index = pools_.get(cell, floor).bytes;
  if (index == 0) index = pools_.get(cell, floor).bytes = pools_.new_bytes();
  Extra whole = pools_.get(cell, floor);
  if (whole.split) return pools_.bytes(index);
  for (Cell& byte : pools_.bytes(index).cell) {
    byte.write = cell.write;
    byte.reads = cell.reads;
    if (whole.reads == 0 && whole.atomics == 0 && byte.extra == 0) continue;
    Extra& extra = pools_.get(byte, floor);
    pools_.release(extra.reads);
    pools_.release(extra.atomics);
    extra.reads = pools_.copy(whole.reads);
    extra.atomics = pools_.copy(whole.atomics);
  }
  Extra& extra = pools_.get(cell, floor);
  pools_.release(extra.reads);
  pools_.release(extra.atomics);
  extra.split = true;
  return pools_.bytes(index);
}

}  // namespace kparity::checker
