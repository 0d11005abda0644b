// One counter per thread, so that counting costs a launch nothing and needs no lock.
#include "kparity/device_calls.hpp"

namespace kparity {

namespace {

thread_local std::uint64_t calls = 0;

}  // namespace

std::uint64_t device_calls() noexcept {
  return calls;
}

void detail::count_device_call() noexcept {
  ++calls;
}

}  // namespace kparity
