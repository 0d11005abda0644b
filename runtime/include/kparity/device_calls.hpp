// How many kernel calls really went to a device: for checks that must know what ran, not what was asked for.
#pragma once

#include <cstdint>

namespace kparity {

/// The kernel calls of this thread that were carried out on the device side: launched, or, for a size of 0, found to
/// have nothing to launch. A host kernel that stands in (`missing_cuda: fallback`) does not count.
std::uint64_t device_calls() noexcept;

namespace detail {

extern constinit thread_local std::uint64_t device_calls_of_thread;

/// One call more.
inline void count_device_call() noexcept {
  ++device_calls_of_thread;
}

}  // namespace detail

}  // namespace kparity
