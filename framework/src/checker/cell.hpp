// What the checker remembers of the accesses to one granule of memory (1, 2, 4 or 8 bytes): the last plain write, the
// plain reads since, and, out of line because they are rare, the atomics, further reads and the cells of single bytes.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace kparity::checker {

/// Properties of an access, kept with it.
enum AccessFlags : std::uint16_t {
  access_writes = 1,       // of an atomic: it may store
  access_block_scope = 2,  // of an atomic: its scope is the block
  access_volatile = 4,
  access_at_site = 8,  // `code` numbers a site that the kernel named, else it is the low half of a code address
  access_settled = 16  // of a group in a list: its block has ended, and later blocks need not look at it again
};

/// The last plain write. `stamp` is the writer's epoch (order.hpp); 0, like every stamp before the array's floor, is
/// nothing.
struct Write {
  std::uint32_t stamp, code;
  std::uint16_t thread, flags;
};

/// Accesses of the same kind by up to 32 neighbouring threads in one epoch and at one place of code. `mask` has bit i
/// for thread 32 * group + i.
struct Group {
  std::uint32_t stamp, code, mask;
  std::uint16_t group, flags;

  bool same_place(const Group& other) const {
    return stamp == other.stamp && code == other.code && group == other.group && flags == other.flags;
  }
};

/// Half a cache line. All bytes zero is the empty cell, so fresh pages need no set-up.
struct Cell {
  Write write;
  Group reads;
  std::uint32_t extra;  // index of an Extra, which is this cell's only if it says so itself
};
static_assert(sizeof(Cell) == 32);

/// A cell of shared memory, whose elements are read by several threads at several places of code between two barriers:
/// room for their groups.
struct WideCell {
  Cell cell;
  Group more[2];  // of reads
};
static_assert(sizeof(WideCell) == 2 * sizeof(Cell));

/// The rare part of a cell. Indices are 0 for none.
struct Extra {
  const Cell* owner = nullptr;
  std::uint32_t floor = 0;    // the lists belong to the launch (shared memory: block) that began with this stamp
  std::uint32_t reads = 0;    // list of groups
  std::uint32_t atomics = 0;  // list of groups
  std::uint32_t bytes = 0;    // the cells of single bytes
  bool split = false;         // they hold the records instead of the owner
};

struct Node {
  Group group{};
  std::uint32_t next = 0;
};

struct ByteCells {
  Cell cell[8]{};
};

/// Storage of the rare parts for the length of a launch. Lists are singly linked, newest first.
class Pools {
 public:
  Pools() { clear(); }

  /// Forgets everything; called when a launch begins.
  void clear();

  Extra& extra(std::uint32_t index) { return extras_[index]; }
  Node& node(std::uint32_t index) { return nodes_[index]; }
  ByteCells& bytes(std::uint32_t index) { return bytes_[index]; }

  /// The extra part of `cell`, or null if it has none that is younger than `floor`.
  Extra* find(Cell& cell, std::uint32_t floor);
  /// The same, made if it is missing.
  Extra& get(Cell& cell, std::uint32_t floor);
  /// The lists of the cell are void; it loses its extra part unless that holds cells of bytes.
  void drop(Cell& cell);

  void push(std::uint32_t& list, const Group& group);
  std::uint32_t copy(std::uint32_t list);
  void release(std::uint32_t& list);
  /// Takes the node behind `link` out of its list.
  void remove(std::uint32_t& link);
  std::uint32_t new_bytes();

 private:
  std::vector<Extra> extras_;
  std::vector<Node> nodes_;
  std::deque<ByteCells> bytes_;  // a deque: extras point at these cells
  std::uint32_t free_ = 0;       // list of nodes
  std::vector<std::uint32_t> free_extras_;
};

}  // namespace kparity::checker
