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

  /// Records older than `floor` do not count. `hold`: a read that races with an atomic only is not remembered, because
  /// the caller holds it back.
  Conflict read(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags, bool hold) {
    Group& reads = cell.reads;
    if (cell.extra == 0 && (cell.write.stamp < floor || order_.ordered(cell.write.stamp, cell.write.thread))) {
      if (reads.stamp == order_.epoch && reads.group == order_.my_group && reads.code == code && reads.flags == flags) {
        reads.mask |= order_.my_bit;
        return {};
      }
      if (reads.stamp < floor || (reads.flags == flags && order_.surely_ordered(reads))) {
        reads = {order_.epoch, code, order_.my_bit, order_.my_group, flags};
        return {};
      }
    }
    return read_slowly(cell, floor, code, flags, hold);
  }

  Conflict write(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags) {
    if (cell.extra == 0 && (cell.write.stamp < floor || order_.ordered(cell.write.stamp, cell.write.thread)) &&
        (cell.reads.stamp < floor || order_.unordered(cell.reads) == 0)) {
      cell.write = {order_.epoch, code, order_.me, flags};
      cell.reads.stamp = 0;
      return {};
    }
    return write_slowly(cell, floor, code, flags);
  }

  /// `flags` says whether it writes.
  Conflict atomic(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags);

  /// Forgets the plain reads of the running thread since the last barrier.
  void forget_own_reads(Cell& cell, std::uint32_t floor);

  /// Lets the bytes of the cell be remembered one by one.
  ByteCells& split(Cell& cell, std::uint32_t floor);

 private:
  Conflict read_slowly(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags, bool hold);
  Conflict write_slowly(Cell& cell, std::uint32_t floor, std::uint32_t code, std::uint16_t flags);
  Conflict with_write(const Cell& cell, std::uint32_t floor, std::uint16_t flags);
  Conflict with_group(const Group& group, Conflict::With with);
  void add(std::uint32_t& list, const Group& group);

  Order& order_;
  Pools& pools_;
};

}  // namespace kparity::checker
