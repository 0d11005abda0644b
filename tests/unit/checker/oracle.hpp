// Who races with whom in a run of drawn operations, by vector clocks over all threads and a history of every byte:
// slow, simple, and independent of how the checker does it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "../checker_kernels/operation.hpp"

namespace kparity::checker {

class Oracle {
 public:
  Oracle(unsigned blocks, unsigned threads, bool tolerate_cas_loops);

  void block_begin(unsigned block);
  /// The operation of a thread of the current block that runs now; `wrote` for a compare-and-exchange.
  void run(unsigned thread, const Operation& operation, bool wrote);
  /// `left` by thread of the block.
  void barrier(const std::vector<char>& left);
  /// `lanes`: the threads of the block that take part.
  void collective(const std::vector<unsigned>& lanes);

  bool racy() const { return racy_; }

 private:
  /// What is known: of each thread all up to a time, and single accesses beyond.
  struct Clock {
    std::vector<std::uint32_t> upto;
    std::set<std::pair<unsigned, std::uint32_t>> single;
    bool empty() const { return upto.empty() && single.empty(); }
  };
  static void join(Clock& into, const Clock& from);
  struct Thread {
    Clock known, pending_block, pending_device, released_block, released_device;
  };
  struct Access {
    unsigned thread;
    std::uint32_t time;
    bool writes, atomic, block_scope;
  };
  struct Synchronised {
    Clock block, device;
    unsigned of_block = 0;
  };

  unsigned global(unsigned thread) const { return block_ * threads_ + thread; }
  std::uint32_t access(unsigned thread, const Operation& operation, unsigned bytes, bool writes, bool atomic);
  void synchronise(unsigned thread, const Operation& operation, bool reads, bool writes, std::uint32_t time);

  unsigned threads_, block_ = 0;
  bool tolerate_, racy_ = false;
  std::vector<Thread> state_;
  std::map<std::uint32_t, std::vector<Access>> history_[2];  // global and shared memory, by byte
  std::map<std::uint32_t, Synchronised> synchronised_[2];
};

}  // namespace kparity::checker
