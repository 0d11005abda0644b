// One counter per thread, so that counting costs a launch nothing and needs no lock.
#include "kparity/device_calls.hpp"

namespace kparity {

constinit thread_local std::uint64_t detail::device_calls_of_thread = 0;

std::uint64_t device_calls() noexcept {
  return detail::device_calls_of_thread;
}

}  // namespace kparity
