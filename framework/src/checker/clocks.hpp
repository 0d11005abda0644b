// What threads know of one another through fences and atomics: immutable sets of facts that refer to their
// predecessors, so that joining two is free and only a conflict that is about to be reported pays for a look.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kparity::checker {

/// Index of a clock; 0 knows nothing.
using ClockId = std::uint32_t;

/// "Accesses of `thread` (or of all threads) with epochs from `from` to before `upto`", which lie in one block. `from`
/// is the stamp that the block began with; or, in a fact of a single epoch, that epoch.
struct Fact {
  static constexpr std::uint16_t all_threads = 0xffff;
  std::uint32_t from, upto;
  std::uint16_t thread;
};

class Clocks {
 public:
  Clocks() { clear(); }
  void clear();

  ClockId make(std::vector<Fact> facts, ClockId parent);
  /// Knows what `a` and `b` know.
  ClockId join(ClockId a, ClockId b);
  /// Whether `clock` knows of an access with epoch `stamp` by `thread` of the block that began with stamp `block`.
  bool knows(ClockId clock, std::uint32_t block, std::uint32_t stamp, std::uint16_t thread);

 private:
  using Flat = std::unordered_map<std::uint64_t, std::uint32_t>;  // from and thread -> upto
  struct Clock {
    std::vector<Fact> facts;
    ClockId parents[2];
    std::unique_ptr<Flat> flat;  // all facts, its own and inherited; made when a search gets long
  };
  const Flat& flatten(ClockId clock);

  std::deque<Clock> clocks_;
  std::vector<ClockId> open_;
  std::vector<std::uint32_t> seen_;  // by clock: number of the last search that came by
  std::uint32_t search_ = 0;
};

}  // namespace kparity::checker
