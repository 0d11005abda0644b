// What an emulated launch found: a divergent barrier, a limit, an access out of bounds, ... as plain values that
// outlive the launch and the library the kernel came from.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kparity::emulate {

/// Also the names of the verdicts, but for `trap` (crashed) and `hang` (timeout).
enum class FindingKind : std::uint8_t { barrier, limit, bounds, race, uninitialised, undefined, trap, hang };
std::string_view name_of(FindingKind kind);

using Index3 = std::array<unsigned, 3>;

/// Where in the source, and who.
struct Access {
  std::string file{};  // as the compiler names it; empty if not known
  unsigned line = 0, column = 0;
  Index3 block{}, thread{};
  std::string what{};  // "read", "write"; empty if that is not the point
};

struct Finding {
  FindingKind kind = FindingKind::barrier;
  Access access{};
  std::string text{};  // one line, without file, line, block and thread of `access`
  std::string array{};
  std::int64_t element = -1;       // of `array`
  std::optional<Access> second{};  // the other side of a race
  std::uint64_t times = 1;         // how often it was seen in one launch
  bool of_launch = false;          // before any thread ran, so that `access` says nothing
  bool on_thread = false;          // made while the thread of `access` ran, so that a debugger can stop there
};

/// "dot_cuda.cu:14: block (1,0,0) thread (40,0,0): 40 of 64 threads wait ..."; without what is not known. Files are
/// named without their folder.
std::string to_string(const Finding& finding);
/// "(1,0,0)".
std::string to_string(const Index3& index);

}  // namespace kparity::emulate
