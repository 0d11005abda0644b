// Times work on the device by the device's own clock, behind a stream that waits until all of it is enqueued, so that
// no figure holds time of the host. For benchmarks; a program that wants to know where its time goes takes
// timed_region().
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "kparity/launch.hpp"

namespace kparity {

namespace device {
class TimedStream;
}

struct DeviceTimes {
  std::vector<double> seconds{};  // of each stretch
  bool timed_out = false;         // the hold ended before everything was enqueued: the times may hold those of the host
  double clock_hertz = 0;         // of a multiprocessor during the hold; 0: not held, or too short to say
  double seconds_after = 0;       // on the host's clock: how long the whole device went on once the stream was done
};

class DeviceTimer {
 public:
  /// On the current device. Throws RuntimeFailure if there is none.
  DeviceTimer();
  ~DeviceTimer();
  DeviceTimer(const DeviceTimer&) = delete;
  DeviceTimer& operator=(const DeviceTimer&) = delete;

  /// A cudaStream_t: where the work goes. It does not wait for the default stream.
  void* stream() const noexcept;

  /// Times `stretches` pieces of work one by one: work(i) enqueues piece i in stream(), after(i) what is to follow it
  /// outside of the times. For `hold_seconds` > 0 the device starts when all is enqueued, or after that time at the
  /// latest; the first calls of a kernel load code, which may wait for the device, and are better not held. Returns
  /// when the device is idle. Throws RuntimeFailure if the device fails, and what `work` throws.
  DeviceTimes time(std::size_t stretches, double hold_seconds, const std::function<void(std::size_t)>& work,
                   const std::function<void(std::size_t)>& after = {}) const;

  /// Enqueues a kernel that does nothing, with that grid and block.
  void launch_nothing(const LaunchShape& shape) const;
  /// Enqueues a copy within the device.
  void copy_within(void* to, const void* from, std::size_t bytes) const;
  /// Waits for the stream. Throws RuntimeFailure for errors of earlier launches.
  void wait() const;

 private:
  std::unique_ptr<device::TimedStream> stream_;
};

}  // namespace kparity
