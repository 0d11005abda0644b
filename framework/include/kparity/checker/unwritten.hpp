// Follows values that nobody wrote through copies and arithmetic to where they matter: local variables as well as
// memory of the device. Kernels are compiled with clang's -fsanitize=memory; this library answers its callbacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kparity/hooks.h"

namespace kparity::checker {

/// One serves one launch at a time, whose threads run on the OS thread that began it.
class UnwrittenValues {
 public:
  /// Source files whose path contains one of `prelude` are passed over when a place of code is named. Throws
  /// RuntimeFailure where why_no_unwritten_values() has a reason.
  explicit UnwrittenValues(std::vector<std::string> prelude);
  UnwrittenValues(const UnwrittenValues&) = delete;
  UnwrittenValues& operator=(const UnwrittenValues&) = delete;

  /// For the scheduler. Valid as long as this.
  const KparityHooks& hooks() const { return hooks_; }

  /// From here on the bytes count as never written, or as written.
  static void forget_written(const void* memory, std::size_t bytes);
  static void set_written(const void* memory, std::size_t bytes);
  /// The first byte from `from` on that depends on what nobody wrote; `bytes` if there is none.
  static std::size_t first_unwritten(const void* memory, std::size_t bytes, std::size_t from = 0);

  /// The code at this address decides something, or finds an address, with a value that nobody wrote.
  void used(std::uintptr_t code);

 private:
  std::vector<std::string> prelude_;
  KparityHooks hooks_{};
  KparityLaunch launch_{};
  std::map<std::uintptr_t, std::pair<std::string, unsigned>> lines_;  // by code
};

/// Why values cannot be followed in this process; empty if they can. The first call reserves address space for it.
std::string why_no_unwritten_values();

/// Flags for kernels, after the usual ones. The library is linked without -fsanitize, with `..._link_flags`.
std::vector<std::string> unwritten_compile_flags();
std::vector<std::string> unwritten_link_flags();

}  // namespace kparity::checker
