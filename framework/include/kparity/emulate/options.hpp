// How an emulated launch runs: the order of threads, the limits of the device that is stood in for, what is tolerated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace kparity::emulate {

/// In which order the threads of a block start and go on after a barrier. A kernel whose result depends on it is wrong;
/// one order alone hides too much (a block sum without its barriers is right in descending order).
enum class ThreadOrder : std::uint8_t { ascending, descending, shuffled };

/// Of the device; the defaults are those of compute capability 9.0.
struct DeviceLimits {
  unsigned threads_per_block = 1024;
  std::array<unsigned, 3> block{1024, 1024, 64};
  std::array<unsigned, 3> grid{2147483647, 65535, 65535};
  std::size_t static_shared_memory = std::size_t{48} * 1024;   // bytes of `__shared__` variables
  std::size_t shared_memory = std::size_t{48} * 1024;          // static and dynamic, without opting in
  std::size_t shared_memory_opt_in = std::size_t{227} * 1024;  // with it
};

/// One thread of a launch.
struct ThreadPlace {
  std::array<unsigned, 3> block{}, thread{};
};

struct EmulationOptions {
  ThreadOrder order = ThreadOrder::ascending;
  std::uint64_t seed = 1;   // of a shuffled order
  unsigned warp_size = 32;  // 1 to 64, a power of 2
  DeviceLimits limits;
  bool opt_in_shared_memory = true;  // as kparity's own launches do
  bool may_leave_early = false;      // a thread may return although others still wait at a barrier: hardware lets it
  std::uint8_t shared_fill = 0xff;   // what shared memory holds when a block begins: NaN, or -1
  std::size_t most_findings = 20;    // further ones are counted, not kept
  std::uint64_t most_idle_turns = 1'000'000;  // of spinning threads, without anything else happening
  /// For a debugger, see debugger.hpp: it is told of every finding when it is made, which is also printed on standard
  /// error, and of the beginning of this thread.
  bool for_debugger = false;
  std::optional<ThreadPlace> stop_at;
};

}  // namespace kparity::emulate
