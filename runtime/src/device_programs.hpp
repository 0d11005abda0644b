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
  const device::Program* find(int device, bool debug) const;
  /// Compiles unless it was done. Throws RuntimeFailure with the compiler's words.
  const device::Program& get(const device::CompileRequest& request);

 private:
  struct Compiled {
    int device;
    bool debug;
    device::Program program;
    const Compiled* next;
  };

  std::atomic<const Compiled*> head_{nullptr};
  std::mutex compiling_;
  std::deque<Compiled> compiled_;
};

}  // namespace kparity::detail
