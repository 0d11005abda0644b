// The compiled CUDA version of one kernel, per device, and once more for debug mode: made on first use; successes are
// kept, failures are tried again.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>

#include "device/device.hpp"

namespace kparity::detail {

class DevicePrograms {
 public:
  /// What was compiled; null if nothing was. Without a lock.
  const device::Program* find(int device, bool debug) const {
    const Compiled* compiled = head_.load(std::memory_order_acquire);
    while (compiled != nullptr && (compiled->device != device || compiled->debug != debug)) compiled = compiled->next;
    return compiled == nullptr ? nullptr : &compiled->program;
  }
  /// Compiles unless it was done. Throws RuntimeFailure with the compiler's words.
  const device::Program& get(const device::CompileRequest& request);
  /// Compiles again, for later calls. What there was stays loaded as long as this object, since another thread may be
  /// launching it; it also stays in use if the new source does not compile.
  const device::Program& renew(const device::CompileRequest& request);

 private:
  struct Compiled {
    int device;
    bool debug;
    device::Program program;
    const Compiled* next;
  };
  const device::Program& compile(const device::CompileRequest& request);

  std::atomic<const Compiled*> head_{nullptr};
  std::mutex compiling_;
  std::deque<Compiled> compiled_;
};

}  // namespace kparity::detail
