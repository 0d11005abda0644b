// Judges one access to one cell against what the cell remembers, and makes the cell remember it. The usual accesses are
// decided here, inline; everything with a list is in races.cpp.
#pragma once

#include "cell.hpp"
#include "order.hpp"

namespace kparity::checker {

/// The earlier access that an access races with.
struct Conflict {
  enum class With : std::uint8_t { nothing, write, read, atomic };
  With with = With::nothing;
  std::uint16_t thread = 0, flags = 0;
  std::uint32_t stamp = 0, code = 0;

  explicit operator bool() const { return with != With::nothing; }
};

class Races {
 public:
  Races(Order& order, Pools& pools) : order_(order), pools_(pools) {}

  /// Judges and remembers a plain access where that takes no list and no clock; else false, and nothing is changed.
  [[gnu::always_inline]] static bool read_simply(Cell& cell, const Order& order, std::uint32_t floor,
                                                 std::uint32_t code) {
    return cell.extra == 0 && is_after_write(cell, order, floor) && joins(cell.reads, order, floor, code);
  }
  [[gnu::always_inline]] static bool read_simply(WideCell& wide, const Order& order, std::uint32_t floor,
                                                 std::uint32_t code) {
    if (wide.cell.extra != 0 || !is_after_write(wide.cell, order, floor)) return false;
    return joins(wide.cell.reads, order, floor, code) || joins(wide.more[0], order, floor, code) ||
           joins(wide.more[1], order, floor, code);
  }
  [[gnu::always_inline]] static bool write_simply(Cell& cell, const Order& order, std::uint32_t floor,
                                                  std::uint32_t code) {
    if (cell.extra != 0 || !is_after_write(cell, order, floor) || !is_after(cell.reads, order, floor)) return false;
    cell.write = {order.epoch, code, order.me, 0};
    cell.reads.stamp = 0;
    return true;
  }
  [[gnu::always_inline]] static bool write_simply(WideCell& wide, const Order& order, std::uint32_t floor,
                                                  std::uint32_t code) {
    if (!is_after(wide.more[0], order, floor) || !is_after(wide.more[1], order, floor)) return false;
    if (!write_simply(wide.cell, order, floor, code)) return false;
    wide.more[0].stamp = wide.more[1].stamp = 0;
    return true;
  }
  /// Puts the groups of a wide cell into the list that all other functions look at.
  void spread(WideCell& wide, std::uint32_t floor) {
    for (Group& group : wide.more) {
      if (group.stamp >= floor) pools_.push(pools_.get(wide.cell, floor).reads, group);
      group.stamp = 0;
    }
  }

  /// Records older than `floor` do not count. `hold`: a read that races with an atomic only is not remembered, because
  /// the caller holds it back.
  Conflict read(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags, bool hold) {
    if (flags == 0 && read_simply(cell, order_, floor, code)) return {};
    return read_slowly(cell, floor, code, flags, hold);
  }

  Conflict write(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags) {
    if (flags == 0 && write_simply(cell, order_, floor, code)) return {};
    return write_slowly(cell, floor, code, flags);
  }

  /// `flags` says whether it writes.
  Conflict atomic(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags);

  /// Forgets the plain reads of the running thread since the last barrier.
  void forget_own_reads(Cell& cell, std::uint32_t floor);

  /// Lets the bytes of the cell be remembered one by one.
  ByteCells& split(Cell& cell, std::uint32_t floor);

 private:
  /// Whether the last write is surely ordered before.
  static bool is_after_write(const Cell& cell, const Order& order, std::uint32_t floor) {
    return cell.write.stamp < floor || order.surely_ordered(cell.write.stamp, cell.write.thread);
  }
  static bool is_after(const Group& group, const Order& order, std::uint32_t floor) {
    return group.stamp < floor || order.surely_ordered(group);
  }
  /// A plain read joins a group of its epoch and place, or takes the room of one that is void or ordered before.
  [[gnu::always_inline]] static bool joins(Group& group, const Order& order, std::uint32_t floor, std::uint32_t code) {
    if (group.stamp == order.epoch && group.group == order.my_group && group.code == code && group.flags == 0) {
      group.mask |= order.my_bit;
      return true;
    }
    if (group.stamp >= floor && (group.flags != 0 || !order.surely_ordered(group))) return false;
    group = {order.epoch, code, order.my_bit, order.my_group, 0};
    return true;
  }
  Conflict read_slowly(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags, bool hold);
  Conflict write_slowly(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags);
  Conflict with_write(const Cell& cell, std::uint32_t floor, std::uint16_t flags);
  Conflict with_group(const Group& group, Conflict::With with);
  void add(std::uint32_t& list, const Group& group);

  Order& order_;
  Pools& pools_;
};

}  // namespace kparity::checker
